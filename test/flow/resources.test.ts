/** Reading resources: static, through a template, bytes, and those that are not there. */
import { expect, it } from "@jest/globals";
import { overEveryTransport } from "./support/suite.js";

overEveryTransport((flow) => {
  it("reads text, bytes, and through a template", async () => {
    const text = '{\n  "notes": [\n    "1",\n    "2"\n  ]\n}';
    expect(await flow.face.readResource("note://index")).toEqual([{ uri: "note://index", mimeType: "application/json", text }]);
    expect(await flow.face.readResource("note://picture")).toEqual([{ uri: "note://picture", mimeType: "image/png", blob: "AQID" }]);
    expect(await flow.face.readResource("note://a%20b/text")).toEqual([{ uri: "note://a%20b/text", mimeType: "text/plain", text: "note a b" }]);
  });

  // The v2 client turns both codes into its own ResourceNotFoundError; v1 shows the wire.
  const notFound = flow.client === "v1 2025-11-25" ? -32002 : -32602;

  it("says which resource is not there, with the code of the era", async () => {
    await expect(flow.face.readResource("note://nowhere")).rejects.toMatchObject({ code: notFound, data: { uri: "note://nowhere" } });
  });

  it("says so too when it is the handler that finds nothing", async () => {
    await expect(flow.face.readResource("note://gone")).rejects.toMatchObject({
      code: notFound,
      message: expect.stringContaining("thrown away"),
      data: { uri: "note://gone" },
    });
  });

  it("masks what a handler throws", async () => {
    const error: Error = await flow.face.readResource("note://broken").then(
      () => new Error("not refused"),
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ code: -32603 });
    expect(error.message).toContain("Internal error");
    expect(error.message).not.toContain("secret");
  });
});
