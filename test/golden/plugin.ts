/** The primitives of the golden files, made with decorators: what the emitter, the scan and the specs must reproduce key for key. */
import { IsInt, IsNumber, Max, Min } from "class-validator";
import { arg, definePlugin, Plugin, plugin, prompt, resource, resourceTemplate, ResourceLink, Sensitivity, TextContent, tool, ToolResult } from "cloudg-mcp";
import type { ToolContext } from "cloudg-mcp";
import schemas from "./schemas.generated.js";

export class Window {
  start!: string;
  end: string | null = null;
}

const STATUS_SCHEMA = {
  additionalProperties: true,
  properties: {
    active_dataset: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
    datasets: { items: { additionalProperties: true, type: "object" }, type: "array" },
    allowed_roots: { anyOf: [{ items: { type: "string" }, type: "array" }, { type: "null" }], default: null },
    output_dir: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
  },
  type: "object",
} as const;

@plugin({ category: "workspace", sensitivity: Sensitivity.Internal })
export class Workspace extends Plugin {
  /**
   * Show what is loaded: every dataset (asset / edge / finding counts,
   * source, which analyses are cached), the active dataset, and the
   * directories file tools may read and write. Call this first; if no
   * dataset is loaded, use load_dataset or map_inventory.
   */
  @tool("workspace_status", { title: "Workspace status", tags: ["start-here"], outputSchema: STATUS_SCHEMA as never })
  workspaceStatus(_ctx: ToolContext): Record<string, unknown> {
    return { datasets: [] };
  }

  /** Loaded datasets, the active dataset and allowed directories. */
  @resource("cloudg://workspace", { name: "workspace_resource", title: "Workspace" })
  workspaceResource(_ctx: ToolContext): Record<string, unknown> {
    return { datasets: [] };
  }
}

@plugin({ category: "inventory" })
export class Inventory extends Plugin {
  /** Changes in a window. */
  @tool()
  changes(_ctx: ToolContext, window: Window, kinds: ("asset" | "edge")[] = ["asset"], @arg(IsInt(), Min(1), Max(100)) limit: number = 10): unknown {
    return { isWindow: window instanceof Window, window, kinds, limit };
  }

  /** One asset of the active dataset (ref = id, ARN or unique name, URL-encoded). */
  @resourceTemplate("cloudg://assets/{+ref}", { name: "asset_resource", title: "Asset" })
  assetResource(_ctx: ToolContext, ref: string): unknown {
    return { ref };
  }
}

@plugin({ category: "prompts", sensitivity: Sensitivity.Confidential })
export class Prompts extends Plugin {
  /** Failing controls, responsible assets and a remediation backlog for one framework. */
  @prompt("compliance_gap_analysis", { title: "Compliance gap analysis", tags: ["workflow"] })
  complianceGapAnalysis(
    _ctx: ToolContext,
    @arg("Framework, e.g. CIS-AWS, PCI-DSS, NIST-800-53.") framework: string,
    @arg("Dataset name; empty = active dataset.") dataset = "",
  ): string {
    return `${framework} in ${dataset === "" ? "the active dataset" : dataset}`;
  }
}

/** The registry of the seeds' section 9. */
export class Exported extends Plugin {
  /** Sleeps in a worker thread. */
  @tool("slow_sync")
  slowSync(_ctx: ToolContext, @arg("How long", IsNumber(), Min(0), Max(10)) seconds: number = 1.0): unknown {
    return { seconds };
  }

  @tool({ capabilities: ["write_state"] })
  reset(_ctx: ToolContext): string {
    return "reset";
  }

  @tool()
  boom(_ctx: ToolContext): never {
    throw new RangeError("kaboom");
  }

  @tool("progress_async")
  async progressAsync(ctx: ToolContext, steps: number = 3): Promise<number[]> {
    const done: number[] = [];
    for (let step = 1; step <= steps && !ctx.signal.aborted; step++) {
      await Promise.resolve();
      ctx.reportProgress(step, steps, `step ${step}`);
      done.push(step);
    }
    return done;
  }

  @tool("custom_result")
  customResult(_ctx: ToolContext): ToolResult {
    const link = new ResourceLink("cloudg://workspace", "workspace", { mimeType: "application/json", annotations: { priority: 0.5 } });
    return new ToolResult({ content: [new TextContent("two assets"), link], structuredContent: { count: 2 } });
  }
}

export default definePlugin({ classes: [Workspace, Inventory, Prompts, Exported], schemas });
/** Alone, as the seeds' section 9 has it. */
export const exported = definePlugin({ classes: [Exported], schemas });
