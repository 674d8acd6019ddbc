/** Handlers that ask the client something while they run: the user, the model, the roots. */
import { expect, it } from "@jest/globals";
import { overEveryTransport } from "./support/suite.js";

const ANSWERS = {
  "elicitation/create": { action: "accept", content: { name: "Ada" } },
  "sampling/createMessage": { role: "assistant", content: { type: "text", text: "Ada" }, model: "test" },
  "roots/list": { roots: [{ uri: "file:///work" }] },
};

overEveryTransport(
  (flow) => {
    it.each([
      ["elicitation", ANSWERS["elicitation/create"]],
      ["sampling", ANSWERS["sampling/createMessage"]],
      ["roots", ANSWERS["roots/list"]],
    ])("ask a client that offers it: %s", async (what, answer) => {
      expect(await flow.face.callTool("ask", { what })).toMatchObject({ isError: false, structuredContent: answer });
    });
  },
  { answers: ANSWERS, where: (_transport, client) => client !== "v2 2026-07-28" },
);

overEveryTransport((flow) => {
  it.each(["elicitation", "sampling", "roots"])("learn at once that the client does not offer %s", async (what) => {
    const text = `This client does not offer ${what}, so the call cannot ask it`;
    expect(await flow.face.callTool("ask", { what })).toMatchObject({ isError: true, content: [{ text }] });
  });
});
