/** Getting prompts. */
import { expect, it } from "@jest/globals";
import { overEveryTransport } from "./support/suite.js";

overEveryTransport((flow) => {
  it("gets a prompt; a field left empty is a field not given", async () => {
    expect(await flow.face.getPrompt("greet", { who: "Ada", tone: "" })).toMatchObject({
      description: "Greets somebody.",
      messages: [
        { role: "user", content: { type: "text", text: "Hello Ada" } },
        { role: "assistant", content: { type: "text", text: "in a kind tone" } },
      ],
    });
  });

  it.each([undefined, { who: "" }])("refuses one without its required argument (%j)", async (args) => {
    await expect(flow.face.getPrompt("greet", args)).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("who: Field required") });
  });

  it("refuses an unknown one", async () => {
    await expect(flow.face.getPrompt("nothing")).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("Unknown prompt: nothing") });
  });
});
