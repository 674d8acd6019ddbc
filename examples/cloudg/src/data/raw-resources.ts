/** Gathers the resources of one Terraform file by address, and says what was not used. Serves the two Terraform loaders. */
import { quote } from "./json.js";
import type { Notes } from "./notes.js";
import type { RawResource } from "./terraform-resources.js";

export class RawResources {
  private readonly byAddress = new Map<string, RawResource>();

  constructor(private readonly notes: Notes) {}

  add(resource: RawResource): void {
    if (this.byAddress.has(resource.address)) this.notes.skip("resources with an address that another one has", quote(resource.address, 80));
    else this.byAddress.set(resource.address, resource);
  }

  /** @throws DatasetError when there were resources and none could be read. */
  report(): void {
    const dataSources = this.list().filter(({ managed }) => !managed).length;
    if (dataSources > 0) this.notes.say(`left out ${dataSources} data sources: they are looked up, not managed`);
    this.notes.refuseIfAllSkipped(this.byAddress.size, "resources");
  }

  list(): RawResource[] {
    return [...this.byAddress.values()];
  }
}
