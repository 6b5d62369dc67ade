/** The configuration as a person writes it: plain JSON, valid as a file. */
export type SimulatorConfig = {
  /** Default 127.0.0.1. Cookies ignore ports, so a test of cookies gives the simulator another address, e.g. 127.0.0.2. */
  host?: string
  /** 0 (the default) takes any free port. */
  port?: number
  /** Whether GET and PUT /control/{provider} exist. Default false. */
  control?: boolean
  providers: ProviderConfig[]
  applications?: ApplicationConfig[]
}

export type ProviderConfig = OidcProviderConfig | AzureProviderConfig | SamlProviderConfig

export const providerKinds = ['oidc', 'azure', 'saml'] as const
export type ProviderKind = (typeof providerKinds)[number]

type Common = {
  /** Part of addresses and of cookie names: lower-case letters, digits and hyphens. */
  id: string
  /** The company whose provider this is, as its login page says it. */
  name: string
  people: PersonConfig[]
  /**
   * Also serves relying parties of this machine that are not registered: clients at any loopback redirect address, and SAML
   * service providers whose metadata is beside their assertion consumer service, `…/acs` and `…/metadata`. Default false.
   */
  anyLoopback?: boolean
}

export type OidcProviderConfig = Common & {
  kind: 'oidc'
  clients: ClientConfig[]
  /** Gives every client another subject for the same person (OpenID Connect Core, section 8.1). */
  pairwise?: boolean
  claims?: { username?: string; groups?: string }
  idTokenSignedResponseAlg?: SigningAlgorithm
}

/** A directory in the simulated Microsoft cloud. Two providers may share one directory if their versions differ. */
export type AzureProviderConfig = Common & {
  kind: 'azure'
  /** Which endpoints it answers: 1 is `/oauth2/…`, 2 is `/oauth2/v2.0/…`. */
  version: 1 | 2
  /** The directory's id, a GUID. */
  tenantId: string
  /** Domains by which the directory may be named in addresses instead of its id. */
  domains?: string[]
  clients: ClientConfig[]
  /** Groups in addition to those of the people. Without an id, one is derived from directory and name. */
  groups?: { name: string; id?: string }[]
  /** Whether the applications may read users and groups in Graph. Default true. */
  graphPermission?: boolean
  /** Claims that ID tokens carry only if the application asks for them in its registration: `sid` in both versions, the others in v2. */
  optionalClaims?: OptionalClaim[]
}

export const optionalClaims = ['upn', 'email', 'given_name', 'family_name', 'sid'] as const
export type OptionalClaim = (typeof optionalClaims)[number]

export type SamlProviderConfig = Common & {
  kind: 'saml'
  flavour: SamlFlavour
  /** Default by flavour; see `entityIdOf`. */
  entityId?: string
  serviceProviders: ServiceProviderConfig[]
  /** Default: `assertion`, and `both` for salesforce. */
  sign?: SignedPart
  /** AES-256-GCM with RSA-OAEP for the service provider's encryption certificate. Default false. */
  encrypt?: boolean
  /** What the NameID is when the request leaves it open. Default `unspecified`. */
  nameIdFormat?: NameIdFormat
  /** The binding that notifies a service provider of a logout that started elsewhere. Default `redirect`. */
  sloBinding?: SamlBinding
  /** Salesforce only: what the NameID says. Default `username`. */
  subjectType?: SubjectType
  /** Refuses sign-in requests without a signature, also of service providers that do not announce signed requests. */
  requireSignedRequests?: boolean
  /** PEM; default: a new pair at each start. */
  signing?: { privateKey: string; certificate: string }
}

export const samlFlavours = ['plain', 'adfs', 'salesforce'] as const
export type SamlFlavour = (typeof samlFlavours)[number]
export const signedParts = ['assertion', 'response', 'both'] as const
export type SignedPart = (typeof signedParts)[number]
export const nameIdFormats = ['unspecified', 'emailAddress', 'persistent', 'transient'] as const
export type NameIdFormat = (typeof nameIdFormats)[number]
export const subjectTypes = ['username', 'federationId'] as const
export type SubjectType = (typeof subjectTypes)[number]
export const samlBindings = ['redirect', 'post'] as const
export type SamlBinding = (typeof samlBindings)[number]

/** A service provider by its metadata, fetched when it is first needed, or described in full. */
export type ServiceProviderConfig =
  | { metadataUrl: string }
  | {
      entityId: string
      acsUrl: string
      sloUrl?: string
      /** Default `redirect`. */
      sloBinding?: SamlBinding
      /** Where logout answers go, if not to `sloUrl`. */
      sloResponseUrl?: string
      /** PEM; requests are verified when there is one. */
      signingCertificates?: string[]
      encryptionCertificate?: string
    }

export type PersonConfig = {
  username: string
  password: string
  /** Default: derived from provider and username, so it is the same after every start. In azure it is a GUID, the oid. */
  subject?: string
  name: string
  givenName?: string
  familyName?: string
  nickname?: string
  email?: string
  groups?: string[]
  /** ADFS: `DOMAIN\user`. Default: the NetBIOS form of the username's domain, e.g. `ACME\ada`. */
  windowsName?: string
  /** Salesforce: the Federation ID. Default: the username. */
  federationId?: string
  /** SAML: always sent as NameID. */
  nameId?: string
}

export type ClientConfig = {
  clientId: string
  clientSecret: string
  /** Azure: a second secret that is valid at the same time. */
  nextClientSecret?: string
  redirectUris: string[]
  postLogoutRedirectUris?: string[]
  /** OIDC: where logout tokens go (OpenID Connect Back-Channel Logout 1.0). */
  backchannelLogoutUri?: string
  /** Azure: loaded in a hidden frame when the session ends (OpenID Connect Front-Channel Logout 1.0). */
  frontchannelLogoutUri?: string
}

export type ApplicationConfig = {
  slug: string
  label: string
  /** Its registrations at OpenID providers; without one it does not know who arrives. */
  clients?: ApplicationClientConfig[]
}

/**
 * A registration with either a secret or a key. Its redirect URI is `{simulator}/apps/{slug}/callback`; below the same path
 * are `login?at={at}` (third-party-initiated login), `signed-out` and `backchannel-logout`.
 */
export type ApplicationClientConfig = {
  issuer: string
  clientId: string
  /** Names the registration in addresses, e.g. `acme-production`: the client id is known only when the application is registered. */
  at: string
  /** What it is registered for, as a person reads it, e.g. `Acme, Production`. */
  place: string
  /** Sent by `client_secret_basic`. */
  clientSecret?: string
  /** PEM, PKCS #8, for `private_key_jwt`. */
  privateKey?: string
}

export const signingAlgorithms = ['RS256', 'RS384', 'RS512', 'HS256', 'HS384', 'HS512'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]
