/** Completing prompt arguments and template variables. */
import { expect, it } from "@jest/globals";
import { overEveryTransport } from "./support/suite.js";

overEveryTransport((flow) => {
  it("completes a variable of a template", async () => {
    const { face } = flow;
    expect(await face.complete({ type: "ref/resource", uri: "note://{id}/text" }, "id", "1")).toEqual({ values: ["1", "12"], total: 2, hasMore: false });
  });

  it("gives 100 values at most, and says that there are more", async () => {
    const many = await flow.face.complete({ type: "ref/prompt", name: "greet" }, "who", "x");
    expect(many).toMatchObject({ total: 250, hasMore: true });
    expect(many["values"]).toHaveLength(100);
  });

  it("has nothing for what is unknown", async () => {
    expect(await flow.face.complete({ type: "ref/prompt", name: "nothing" }, "who", "")).toMatchObject({ values: [] });
    expect(await flow.face.complete({ type: "ref/prompt", name: "greet" }, "tone", "")).toMatchObject({ values: [] });
    expect(await flow.face.complete({ type: "ref/resource", uri: "note://{id}/text" }, "__proto__", "")).toMatchObject({ values: [] });
  });
});
