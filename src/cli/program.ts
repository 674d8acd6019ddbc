/** The command line: commands, options and help. Each command's own code is loaded when it runs, so that help and version are instant. */
import { Command, InvalidArgumentError, Option } from "commander";
import { checkPrefix } from "../model/name.js";
import type { CommandContext, GlobalOptions } from "./command-context.js";
import type { CallOptions } from "./commands/call.js";
import type { DevOptions } from "./commands/dev.js";
import type { ExportOptions } from "./commands/export.js";
import type { SchemasOptions } from "./commands/schemas.js";
import type { ServeCommandOptions } from "./commands/serve.js";
import type { ToolsOptions } from "./commands/tools.js";
import { addFilterFlags, collect } from "./layer-flags.js";
import { addMiddlewareFlags } from "./middleware-flags.js";
import type { Terminal } from "./terminal.js";
import { ownVersion } from "./package-info.js";

/** Runs one command; resolves to the process's exit code. */
type Run = (context: CommandContext) => Promise<number>;

/** @param finish Takes the exit code of the command that ran. */
export function buildProgram(terminal: Terminal, finish: (exitCode: number) => void): Command {
  const program = new Command("cloudg-mcp")
    .description("Serves MCP servers made of decorated classes, and lets you try them from the shell.")
    .version(ownVersion(), "-V, --version", "print the version of cloudg-mcp")
    .helpOption("-h, --help", "print help, of a command too: cloudg-mcp serve --help")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text),
      writeErr: (text) => terminal.note(text),
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width,
      getOutHasColors: () => terminal.hasColours,
      getErrHasColors: () => false,
    })
    .configureHelp({ showGlobalOptions: true })
    .option("--plugin <module>", "module with the plugins: a path, or an installed package; repeatable", collect)
    .option("--prefix <text>", "put before the names of tools and prompts", parsePrefix)
    .option("--timeout <seconds>", "seconds a call may take, 0 for no limit (default: 300)", parseSeconds)
    .option("--name <name>", "how the server introduces itself (default: the name of the plugin's package)")
    .option("--policy <policy>", "who may see and use what: a profile, or a file (default: $CLOUDG_MCP_POLICY, else standard)")
    .option("--role <role>", "a role of the caller; repeatable (default: default and local)", collect)
    .option("--principal-id <id>", "the caller's id (default: local)")
    .option("--rate-limit-store <url>", "where rate limits are counted: redis://HOST:PORT (default: in this process)")
    .option("--json", "print one JSON document, for programs");
  addMiddlewareFlags(addFilterFlags(program));
  const run = async (command: Command, action: Run): Promise<void> => {
    finish(await action({ globals: command.optsWithGlobals<GlobalOptions>(), terminal, cwd: process.cwd() }));
  };
  addServing(program, run);
  addListing(program, run);
  addExporting(program, run);
  addGoverning(program, run);
  addCalling(program, run);
  addBuilding(program, run);
  return program;
}

type Runner = (command: Command, action: Run) => Promise<void>;

function addServing(program: Command, run: Runner): void {
  addHttpOptions(program.command("serve").description("serve the plugins over MCP, on stdio by default"), "stdio").action(
    async (options: ServeCommandOptions, command: Command) => {
      await run(command, async (context) => (await import("./commands/serve.js")).runServe(context, options));
    },
  );
  addHttpOptions(
    program
      .command("dev <entry>")
      .description("serve a plugin's source, over HTTP by default; emit its schemas and reload it at every save")
      .option("--project <tsconfig>", "the project (default: the nearest tsconfig.json above the entry)"),
    "http",
  ).action(async (entry: string, options: DevOptions, command: Command) => {
    await run(command, async (context) => (await import("./commands/dev.js")).runDev(context, entry, options));
  });
}

function addHttpOptions(command: Command, transport: "stdio" | "http"): Command {
  return command
    .addOption(new Option("--transport <transport>", "how clients reach it").choices(["stdio", "http"]).default(transport))
    .option("--port <port>", "HTTP: port, 0 for any free one (default: 8765)", parsePort)
    .option("--host <host>", "HTTP: address to bind (default: 127.0.0.1)")
    .option("--path <path>", "HTTP: path of the endpoint (default: /mcp)", parsePath)
    .option("--allowed-host <pattern>", "HTTP: host name that requests may be addressed to, * for any run; repeatable", collect)
    .option("--allowed-origin <pattern>", "HTTP: host name of pages that may call, * for any run; repeatable", collect);
}

function addListing(program: Command, run: Runner): void {
  program
    .command("tools")
    .description("list the tools")
    .option("--explain", "list all tools, hidden ones too, and why the caller may use each or not")
    .action((options: ToolsOptions, command: Command) => run(command, async (context) => (await import("./commands/tools.js")).runTools(context, options)));
  program
    .command("resources")
    .description("list the resources and the resource templates")
    .action((_options: object, command: Command) => run(command, async (context) => (await import("./commands/resources.js")).runResources(context)));
  program
    .command("prompts")
    .description("list the prompts")
    .action((_options: object, command: Command) => run(command, async (context) => (await import("./commands/prompts.js")).runPrompts(context)));
}

function addExporting(program: Command, run: Runner): void {
  program
    .command("export")
    .description("print the tools in the format of a model API, as one JSON document")
    .addOption(new Option("--format <format>", "whose format").choices(["openai", "anthropic", "gemini", "langchain", "json"]).makeOptionMandatory())
    .action(async (options: ExportOptions, command: Command) => {
      await run(command, async (context) => (await import("./commands/export.js")).runExport(context, options));
    });
}

function addGoverning(program: Command, run: Runner): void {
  const policy = program.command("policy").description("look at policies");
  policy
    .command("check <policy>")
    .description("check a policy (a file or a profile), and show what it comes to for each role; with --plugin, for each primitive")
    .action((source: string, _options: object, command: Command) =>
      run(command, async (context) => (await import("./commands/policy-check.js")).runPolicyCheck(context, source)),
    );
  policy
    .command("profiles")
    .description("list the built-in policies")
    .action((_options: object, command: Command) =>
      run(command, async (context) => (await import("./commands/policy-profiles.js")).runPolicyProfiles(context)),
    );
}

function addCalling(program: Command, run: Runner): void {
  program
    .command("call <tool>")
    .description("call a tool and print its result; exits 1 when the result is an error")
    .option("--args <json>", "the arguments: a JSON object, @FILE, or - for stdin", "{}")
    .action(async (tool: string, options: CallOptions, command: Command) => {
      await run(command, async (context) => (await import("./commands/call.js")).runCall(context, tool, options));
    });
  program
    .command("read <uri>")
    .description("read a resource and print its contents")
    .action((uri: string, _options: object, command: Command) => run(command, async (context) => (await import("./commands/read.js")).runRead(context, uri)));
}

function addBuilding(program: Command, run: Runner): void {
  program
    .command("schemas")
    .description("write the module with the JSON Schemas of a project's decorated classes")
    .option("--project <tsconfig>", "the project", "tsconfig.json")
    .option("--out <file>", "the module to write (default: src/schemas.generated.ts of the project)")
    .option("--check", "write nothing; exit 1 when the module is older than the sources")
    .addOption(new Option("--watch", "write it again whenever a source is saved").conflicts(["stats", "diff"]))
    .option("--force", "write it although nothing has changed since the last run")
    .option("--no-lint", "do not warn of what some clients cannot take (CG5001 to CG5008)")
    .option("--prefix-budget <characters>", "lint: of the 64 characters of a name, how many prefixes take (default: 20)", parseCharacters)
    .option("--token-budget <tokens>", "lint: what all tools together may take (default: 20000)", parseCount)
    .option("--allow <codes>", "warnings not to report, CG5003,CG5004; repeatable", collect)
    .addOption(new Option("--stats", "write nothing; print how many tokens each tool takes").conflicts(["check", "diff"]))
    .addOption(
      new Option("--diff <manifest>", "write nothing; print what changed since an earlier cloudg-mcp.schemas.json, exit 1 on a breaking change").conflicts(
        "check",
      ),
    )
    .action(async (options: SchemasOptions, command: Command) => {
      await run(command, async (context) => (await import("./commands/schemas.js")).runSchemas(context, options));
    });
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === "" || !Number.isFinite(seconds) || seconds < 0) throw new InvalidArgumentError("It is a number of seconds, 0 for no limit.");
  return seconds;
}

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is a whole number from 0 up.");
  return Number(text);
}

function parseCharacters(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > 64) throw new InvalidArgumentError("It is a whole number from 0 to 64.");
  return Number(text);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535) throw new InvalidArgumentError("It is a whole number from 0 to 65535.");
  return port;
}

function parsePath(text: string): string {
  if (!/^\/[^?#\s]*$/.test(text)) throw new InvalidArgumentError('It begins with "/" and has no query.');
  return text;
}

function parsePrefix(text: string): string {
  try {
    return checkPrefix(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
