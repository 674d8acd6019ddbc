import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Progress } from "../../../src/layer/progress.js";

interface Sent {
  progress: number;
  total: number | undefined;
  message: string | undefined;
}
function watch(): { progress: Progress; sent: Sent[] } {
  const sent: Sent[] = [];
  return { progress: new Progress({ sendProgress: (progress, total, message) => sent.push({ progress, total, message }) }), sent };
}

describe("progress", () => {
  it("rises strictly on the wire whatever handler and heartbeat do, and no rising report of the handler is lost", () => {
    const step = fc.oneof(
      fc.constant("beat" as const),
      fc.double({ min: -1e300, max: 1e300 }),
      fc.constantFrom(0, -0, 1, 1e300, -1e300, NaN, Infinity, -Infinity),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { progress, sent } = watch();
        let [highest, reports] = [-Infinity, 0];
        for (const one of steps) {
          if (one === "beat") progress.beat();
          else {
            progress.report(one);
            if (one > highest && one !== Infinity) [highest, reports] = [one, reports + 1];
          }
        }
        for (let i = 1; i < sent.length; i++) expect(sent[i]!.progress).toBeGreaterThan(sent[i - 1]!.progress);
        expect(sent.filter(({ message }) => message === undefined)).toHaveLength(reports);
      }),
    );
  });

  it("keeps the handler's numbers where no heartbeat has passed them, and next to them where one has", () => {
    const { progress, sent } = watch();
    progress.report(1, 10, "one");
    progress.beat();
    progress.beat();
    progress.report(2, 10);
    expect(sent).toEqual([
      { progress: 1, total: 10, message: "one" },
      { progress: expect.closeTo(1, 6), total: 10, message: "still working" },
      { progress: 2, total: 10, message: undefined },
    ]);
  });

  it("does not beat right after a report, and says nothing once the call is over", () => {
    const { progress, sent } = watch();
    progress.report(5);
    progress.beat();
    expect(sent).toHaveLength(1);
    progress.end();
    progress.beat();
    progress.report(6);
    expect(sent).toHaveLength(1);
  });
});
