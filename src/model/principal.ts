/** Who is calling: made by the transport from facts it can vouch for, read by policy, never changed after. */

export interface PrincipalInit {
  readonly id: string;
  readonly roles?: Iterable<string>;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export class Principal {
  readonly id: string;
  readonly roles: ReadonlySet<string>;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The roles sorted and joined, so that caches can key on them without sorting again. */
  readonly roleKey: string;

  constructor({ id, roles = ["default"], attributes = {} }: PrincipalInit) {
    if (id === "") throw new TypeError("A principal needs an id; for an unknown caller use Principal.anonymous().");
    this.id = id;
    this.roles = new Set(roles);
    this.attributes = Object.freeze({ ...attributes });
    this.roleKey = JSON.stringify([...this.roles].sort());
    Object.freeze(this);
  }

  /** The person at this machine: stdio and in-process callers. */
  static local(): Principal {
    return LOCAL;
  }

  /** Anybody a transport could not identify. */
  static anonymous(): Principal {
    return ANONYMOUS;
  }

  hasRole(role: string): boolean {
    return this.roles.has(role);
  }
}

const LOCAL = new Principal({ id: "local", roles: ["default", "local"] });
const ANONYMOUS = new Principal({ id: "anonymous", roles: ["default"] });
