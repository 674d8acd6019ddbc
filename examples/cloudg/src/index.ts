/** The plugin package: its classes and the schemas emitted for them. */
import { definePlugin } from "cloudg-mcp";
import { CompliancePlugin } from "./compliance-plugin.js";
import { FindingsPlugin } from "./findings-plugin.js";
import { InventoryPlugin } from "./inventory-plugin.js";
import schemas from "./schemas.generated.js";
import { WorkspacePlugin } from "./workspace-plugin.js";

export default definePlugin({ classes: [WorkspacePlugin, InventoryPlugin, FindingsPlugin, CompliancePlugin], schemas });
