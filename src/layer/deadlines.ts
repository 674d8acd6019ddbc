/**
 * Timeouts for many calls at once. Calls with the same limit expire in the order they began, so each limit is a queue with one timer for its head,
 * and a call that ends in time costs two pointer writes instead of a timer.
 */

export interface Deadline {
  readonly at: number;
  readonly expire: () => void;
  previous: Deadline | undefined;
  next: Deadline | undefined;
  queue: Queue | undefined;
}

interface Queue {
  readonly limitMs: number;
  head: Deadline | undefined;
  tail: Deadline | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** The longest delay a Node timer can hold; a longer limit is reached in several steps. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export class Deadlines {
  readonly #queues = new Map<number, Queue>();

  /** Calls `expire` after `limitMs` unless removed before. The process stays alive while a call is waiting, and no longer. */
  add(limitMs: number, expire: () => void): Deadline {
    const queue = this.#queueOf(limitMs);
    const deadline: Deadline = { at: performance.now() + limitMs, expire, previous: queue.tail, next: undefined, queue };
    if (queue.tail === undefined) queue.head = deadline;
    else queue.tail.next = deadline;
    queue.tail = deadline;
    if (queue.timer === undefined) this.#arm(queue, limitMs);
    else if (queue.head === deadline) queue.timer.ref();
    return deadline;
  }

  remove(deadline: Deadline): void {
    const { queue, previous, next } = deadline;
    if (queue === undefined) return;
    if (previous === undefined) queue.head = next;
    else previous.next = next;
    if (next === undefined) queue.tail = previous;
    else next.previous = previous;
    deadline.queue = undefined;
    // The timer is kept, idle, for the next call: starting one costs more than leaving it.
    if (queue.head === undefined) queue.timer?.unref();
  }

  #queueOf(limitMs: number): Queue {
    let queue = this.#queues.get(limitMs);
    if (queue === undefined) this.#queues.set(limitMs, (queue = { limitMs, head: undefined, tail: undefined, timer: undefined }));
    return queue;
  }

  #arm(queue: Queue, delayMs: number): void {
    queue.timer = setTimeout(() => this.#sweep(queue), Math.min(Math.max(1, Math.ceil(delayMs)), MAX_DELAY_MS));
  }

  #sweep(queue: Queue): void {
    queue.timer = undefined;
    const now = performance.now();
    while (queue.head !== undefined && queue.head.at <= now) {
      const due = queue.head;
      this.remove(due);
      due.expire();
    }
    // An `expire` may have added a call, and with it a timer.
    if (queue.head === undefined) this.#queues.delete(queue.limitMs);
    else if (queue.timer === undefined) this.#arm(queue, queue.head.at - now);
  }
}
