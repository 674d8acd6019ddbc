/** Runs tasks in the order of a list: neighbours that may run side by side do, the others alone. Serves `runToolCalls`. */

export interface Task<T> {
  /** May run beside its neighbours that may too. */
  readonly isParallel: boolean;
  start(): Promise<T>;
}

/** Results in the order of the tasks. Once `stopped` says so, no further task is started and the results end early. */
export async function runScheduled<T>(tasks: readonly Task<T>[], concurrency: number, stopped: () => boolean): Promise<T[]> {
  const results: T[] = [];
  for (const group of groupNeighbours(tasks)) results.push(...(await runGroup(group, concurrency, stopped)));
  return results;
}

function groupNeighbours<T>(tasks: readonly Task<T>[]): Task<T>[][] {
  const groups: Task<T>[][] = [];
  for (const task of tasks) {
    const last = groups.at(-1);
    if (task.isParallel && last?.[0]?.isParallel === true) last.push(task);
    else groups.push([task]);
  }
  return groups;
}

async function runGroup<T>(group: readonly Task<T>[], concurrency: number, stopped: () => boolean): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < group.length && !stopped()) {
      const index = next++;
      results[index] = await group[index]!.start();
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, group.length) }, work));
  return results;
}
