/** What the scripted model says next. It checks what it was told: a wrong answer to its last calls is an error, so an agent that loses something fails. */

/** One result of a tool, as the model sees it. */
export interface SeenResult {
  readonly text: string;
  readonly isError: boolean;
  readonly hasImage: boolean;
}

export interface Conversation {
  readonly question: string;
  /** Names of the tools that the model was offered. */
  readonly tools: readonly string[];
  /** How often the model has spoken. */
  readonly turn: number;
  /** What its last calls gave. */
  readonly results: readonly SeenResult[];
}

export interface Say {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args: Record<string, unknown> }[];
}

/** In words that contain "wait" the model waits for a scan; otherwise it takes the tour. @throws Error when it was told something wrong. */
export function nextSay({ question, tools, turn, results }: Conversation): Say {
  if (tools.includes("delete_asset")) throw new Error("the model was offered a tool that is hidden");
  if (question.includes("wait")) return { calls: [{ name: "wait_for_scan", args: {} }] };
  const [first] = results;
  switch (turn) {
    case 0:
      return {
        text: "Let me look.",
        calls: [
          { name: "find_assets", args: { type: "bucket" } },
          { name: "count_assets", args: { by: "provider" } },
        ],
      };
    case 1:
      check(results.length === 2 && results.every(({ isError }) => !isError), "two results of two parallel calls", results);
      check(first!.text.includes("b1") && results[1]!.text.includes("aws"), "the results in the order of the calls", results);
      return { calls: [{ name: "find_assets", args: { limit: 0 } }] };
    case 2:
      check(first?.isError === true && first.text.includes("limit"), "an error that names the limit", results);
      return { calls: [{ name: "find_assets", args: { limit: 1 } }] };
    case 3:
      check(first?.isError === false && first.text.includes("b1"), "the corrected call's result", results);
      return { calls: [{ name: "draw_map", args: {} }] };
    case 4:
      check(first?.hasImage === true, "an image", results);
      return { calls: [{ name: "delete_asset", args: { id: "b1" } }] };
    case 5:
      check(first?.isError === true && /un(?:known|available) tool/i.test(first.text), "that delete_asset is unknown", results);
      return { text: "There are two buckets and a machine." };
    default:
      throw new Error(`the model has already said its last word (turn ${turn})`);
  }
}

function check(holds: boolean, expected: string, results: readonly SeenResult[]): void {
  if (!holds) throw new Error(`the model expected ${expected}; it was given ${JSON.stringify(results)}`);
}
