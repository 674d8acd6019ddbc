/** Which values are secret although nobody marked them: by an attribute's name, a resource's type, a text's look. Serves the cleaning stage. */
import { isArn } from "./cloud-ids.js";

/** What stands in the place of every value that must not be shown. */
export const SENSITIVE = "(sensitive)";

const SECRET_WORDS = [
  "passwords?|passwd|pwd|passphrase|secrets?|token|credentials?|connection_strings?|sas_ur[il]",
  "(?:private|access|account|auth|client)_keys?|api_?keys?|key_data|key_material|(?:primary|secondary)_(?:\\w+_)?key|kube_(?:admin_)?config_raw",
].join("|");
/** Boot scripts are where credentials are pasted. */
const BOOT_SCRIPTS = "user_data|user_data_base64|custom_data|metadata_startup_script|startup_script";
const SECRET_NAME = new RegExp(`(?:^|_)(?:${SECRET_WORDS})(?:_|$)|^(?:${BOOT_SCRIPTS})$`);

const ABOUT_WORDS = [
  "arns?|ids?|names?|versions?|length|policy|types?|enabled|ttl|duration|lifetime|expir\\w*|rotation\\w*|count|age|format|path|url|uri|algorithm",
  "status|required|size|prefix|validity|at|date|days|hours|minutes|seconds|period|endpoint|issuer|usage|source|mode|change",
].join("|");
/** Names that speak about a secret without holding it: `secret_arn`, `password_length`, `access_key_id`. */
const ABOUT_A_SECRET = new RegExp(`_(?:${ABOUT_WORDS})$`);

const NAMED_EXCEPTIONS: ReadonlySet<string> = new Set(["sas_url", "sas_uri"]);

/** Attributes that are secret in every resource of a type, innocent as some of their names are. */
const SECRETS_OF_TYPE: ReadonlyMap<string, readonly string[]> = new Map([
  ["random_password", ["result", "bcrypt_hash"]],
  ["aws_db_instance", ["password"]],
  ["aws_rds_cluster", ["master_password"]],
  ["aws_secretsmanager_secret_version", ["secret_string", "secret_binary"]],
  ["aws_ssm_parameter", ["value"]],
  ["azurerm_key_vault_secret", ["value"]],
  ["google_secret_manager_secret_version", ["secret_data"]],
  ["kubernetes_secret", ["data", "binary_data"]],
  ["kubernetes_secret_v1", ["data", "binary_data"]],
  ["vault_generic_secret", ["data_json", "data"]],
  ["github_actions_secret", ["plaintext_value", "encrypted_value"]],
]);

/** Whether an attribute, an environment variable or a tag of this name holds a secret: `DB_PASSWORD`, `clientSecret`, `primary_access_key`. */
export function isSecretName(key: string): boolean {
  const name = key
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
  return SECRET_NAME.test(name) && (NAMED_EXCEPTIONS.has(name) || !ABOUT_A_SECRET.test(name));
}

/** Top-level attributes that are secret in every resource of this type. */
export function secretsOfType(type: string): readonly string[] {
  return SECRETS_OF_TYPE.get(type) ?? [];
}

/** Whether a value under a secret name should stay: nothing is hidden in an empty text, and the ARN of a secret is a reference to it. */
export function isHarmless(value: string): boolean {
  return value === "" || isArn(value);
}

/** Replaces private keys and the passwords of URLs inside a text. */
export function hideSecretText(text: string): string {
  if (text.includes("PRIVATE KEY-----")) return SENSITIVE;
  return text.includes("://") ? text.replace(/(:\/\/[^/\s:@]*):[^/\s@]+@/g, `$1:${SENSITIVE}@`) : text;
}
