/** A person in a session. */
export type Person = {
  readonly kind: 'user'
  readonly tenantId: string
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  /** Whether they hold the Support role of the vendor's tenant. */
  readonly supports: boolean
  readonly sessionHash: Buffer
  readonly environmentId: string | null
}

/** A program with a bearer token. */
export type ServiceActor = {
  readonly kind: 'service-account'
  readonly tenantId: string
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  readonly environmentId: string
  readonly token: { readonly id: string; readonly expiresAt: Date }
}

/** The holder of a recovery code in a repair session: unknown by name, and limited to the routes marked for repair. */
export type Repairer = {
  readonly kind: 'recovery'
  readonly tenantId: string
  /** Id of the repair session. */
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  readonly sessionHash: Buffer
  readonly environmentId: null
  readonly expiresAt: Date
}

/** The holder of a setup URL: unknown by name, and limited to the routes of the setup and to the provider it sets up. */
export type SetupActor = {
  readonly kind: 'setup'
  readonly tenantId: string
  /** Id of the setup session. */
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  readonly sessionHash: Buffer
  readonly environmentId: null
  readonly expiresAt: Date
  /** The provider that is set up; null before its type is chosen. */
  readonly providerId: string | null
}

/** A support user of the vendor in a support session, limited to the routes that are open to one. */
export type SupportActor = {
  readonly kind: 'support'
  /** The tenant that was entered. */
  readonly tenantId: string
  /** Id of the support session; the person is in another tenant. */
  readonly id: string
  /** Name of the person. */
  readonly name: string
  readonly isAdmin: true
  readonly mayChange: boolean
  readonly sessionHash: Buffer
  readonly environmentId: null
  readonly reason: string
  readonly beganAt: Date
  /** The absolute end. */
  readonly expiresAt: Date
  readonly vendor: { readonly tenantId: string; readonly sessionId: string }
}

export type Actor = Person | ServiceActor | Repairer | SetupActor | SupportActor
