/** What the agents of this folder have in common: how one is asked, and how one is run from the shell, with a key against the real service, without one against a fake. */
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Layer } from "cloudg-mcp";
import { agentLayer } from "./catalogue.js";
import type { Fake } from "./fakes/fake-server.js";

export interface AskOptions {
  readonly layer: Layer;
  /** Of the service; the vendor's own when absent. */
  readonly baseURL?: string | undefined;
  readonly apiKey: string;
  /** @default false */
  readonly stream?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly model?: string | undefined;
}

/** Resolves to the model's last words. */
export type Ask = (question: string, options: AskOptions) => Promise<string>;

/** A model that goes round in circles is stopped. */
export const MAX_TURNS = 20;

/** `npx tsx examples/agents/NAME.ts [--stream] [question]`. */
export async function runFromShell(module: string, ask: Ask, keyName: string, startFake: () => Promise<Fake>): Promise<void> {
  if (process.argv[1] === undefined || realpathSync(process.argv[1]) !== fileURLToPath(module)) return;
  const words = process.argv.slice(2).filter((word) => word !== "--stream");
  const question = words.length === 0 ? "What is in the estate?" : words.join(" ");
  const stream = process.argv.includes("--stream");
  const layer = agentLayer();
  const apiKey = process.env[keyName];
  const fake = apiKey === undefined ? await startFake() : undefined;
  if (fake !== undefined) console.error(`${keyName} is not set: this is a scripted fake of the service, at ${fake.url}`);
  try {
    console.log(await ask(question, { layer, stream, apiKey: apiKey ?? "none", baseURL: fake?.url, model: process.env["MODEL"] }));
  } finally {
    await fake?.close();
    await layer.close({ graceMs: 0 });
  }
}
