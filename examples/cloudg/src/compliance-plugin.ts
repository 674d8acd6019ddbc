/** Prompts: workflows that a person starts and a model carries out with the tools of the other plugins. */
import { arg, plugin, prompt, PromptMessage } from "cloudg-mcp";
import type { ToolContext } from "cloudg-mcp";
import { CloudPlugin } from "./cloud-plugin.js";

@plugin({ category: "prompts" })
export class CompliancePlugin extends CloudPlugin {
  /** Failing controls, responsible assets and a remediation backlog for one framework. */
  @prompt("compliance_gap_analysis", { title: "Compliance gap analysis", tags: ["workflow"] })
  async complianceGapAnalysis(
    _ctx: ToolContext,
    @arg("Framework, e.g. CIS-AWS, PCI-DSS, NIST-800-53.", { completion: "completeFramework" }) framework: string,
    @arg("Dataset name; empty = active dataset.", { completion: "completeDataset" }) dataset = "",
  ): Promise<PromptMessage[]> {
    const gaps = await this.ask(({ estate }) => estate.gapAnalysis(framework, dataset));
    return [
      PromptMessage.user(
        `Write a gap analysis of ${framework} for the dataset "${gaps.dataset}": for each failing control say what is wrong, which assets are responsible and how to mend it; ` +
          "then give a remediation backlog, the most severe first, with one owner question per item. Use get_asset and findings_for_asset where you need more than this:",
      ),
      PromptMessage.user(JSON.stringify(gaps, null, 2)),
    ];
  }

  /** One asset, its neighbours and its findings, with the questions an investigation answers. */
  @prompt("investigate_asset", { title: "Investigate an asset", tags: ["workflow"] })
  async investigateAsset(_ctx: ToolContext, @arg("Id, ARN, address or unique name.", { completion: "completeRef" }) ref: string): Promise<PromptMessage[]> {
    const facts = await this.ask(({ estate }) => {
      const asset = estate.get(ref);
      return { asset, neighbors: estate.neighbors(asset.id), findings: estate.findingsForAsset(asset.id) };
    });
    return [
      PromptMessage.user(
        `Investigate ${facts.asset.name} (${facts.asset.type}): what it is for, what it can reach and what can reach it, which findings matter most in that light, and what to do first. What is known:`,
      ),
      PromptMessage.user(JSON.stringify(facts, null, 2)),
    ];
  }

  completeFramework(_ctx: ToolContext, partial: string): string[] {
    return this.workspace.estate.frameworks().filter((name) => name.toLowerCase().startsWith(partial.toLowerCase()));
  }

  completeDataset(_ctx: ToolContext, partial: string): string[] {
    return this.workspace.estate.datasetNames().filter((name) => name.startsWith(partial));
  }

  completeRef(_ctx: ToolContext, partial: string): string[] {
    return this.workspace.estate.completeRef(partial);
  }
}
