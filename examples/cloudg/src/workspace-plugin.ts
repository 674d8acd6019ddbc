/** What is loaded, and loading more. */
import { plugin, resource, Sensitivity, tool } from "cloudg-mcp";
import type { LayerHandle, ToolContext } from "cloudg-mcp";
import { CloudPlugin } from "./cloud-plugin.js";
import type { DatasetSummary } from "./data/estate.js";
import type { WorkspaceStatus } from "./workspace.js";

@plugin({ category: "workspace", sensitivity: Sensitivity.Internal })
export class WorkspacePlugin extends CloudPlugin {
  override async onStart(_layer: LayerHandle): Promise<void> {
    await this.workspace.preload();
  }

  override describe(): string {
    const datasets = this.workspace.estate.datasets().map(({ name, assets, findings }) => `${name} (${assets} assets, ${findings} findings)`);
    return `datasets: ${datasets.join(", ")}`;
  }

  /**
   * Show what is loaded: every dataset with its counts and source, the active dataset, and the directories that load_dataset may read.
   * Call this first.
   */
  @tool("workspace_status", { title: "Workspace status", tags: ["start-here"], output: true })
  workspaceStatus(_ctx: ToolContext): WorkspaceStatus {
    return this.workspace.status();
  }

  /**
   * Load a file as a dataset and make it the active one. Reads Terraform state (format 4), the output of `terraform show -json`, Prowler OCSF findings,
   * Trivy reports and cloudg's own JSON; the kind is told from the content. Values marked sensitive are dropped while reading.
   *
   * @param path - Path of the file, below one of the allowed directories.
   * @param name - What to call the dataset; empty = the file's name. {@maxLength 100}
   */
  @tool("load_dataset", { title: "Load dataset", capabilities: ["read_fs", "write_state"], idempotent: true, output: true })
  async loadDataset(ctx: ToolContext, path: string, name = ""): Promise<DatasetSummary> {
    const summary = await this.ask((workspace) => workspace.load(path, name));
    ctx.link("cloudg://workspace", "workspace", { mimeType: "application/json" });
    ctx.layer.notifyChange("resource", "cloudg://workspace");
    return summary;
  }

  /** Loaded datasets, the active dataset and allowed directories. */
  @resource("cloudg://workspace", { title: "Workspace" })
  workspaceResource(_ctx: ToolContext): WorkspaceStatus {
    return this.workspace.status();
  }
}
