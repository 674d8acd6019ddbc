import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { QuantileSketch } from "../../../src/middleware/quantile-sketch.js";

describe("QuantileSketch", () => {
  it("is within 2 % of the value at the rank, whatever was added", () => {
    const durations = fc.array(fc.double({ min: 0.001, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0, 0.5, 0.95, 1), (values, q) => {
        const sketch = new QuantileSketch();
        for (const value of values) sketch.add(value);
        const exact = [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(q * values.length) - 1)]!;
        expect(Math.abs(sketch.quantile(q) - exact) / exact).toBeLessThanOrEqual(0.0201);
      }),
    );
  });

  it("takes what is outside its range for the nearer end", () => {
    const sketch = new QuantileSketch();
    expect(sketch.quantile(0.95)).toBe(0);
    for (const ms of [0, -1, 1e-9, NaN]) sketch.add(ms);
    expect(sketch.quantile(1)).toBeCloseTo(0.001);
    sketch.add(1e12);
    expect(sketch.quantile(1)).toBeGreaterThan(9e7);
  });
});
