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

export type ProviderConfig = {
  /** Part of the issuer URL and of cookie names: lower-case letters, digits and hyphens. */
  id: string
  kind: 'oidc'
  /** The company whose provider this is, as its login page says it. */
  name: string
  people: PersonConfig[]
  clients: ClientConfig[]
  /** Gives every client another subject for the same person (OpenID Connect Core, section 8.1). */
  pairwise?: boolean
  claims?: { username?: string; groups?: string }
  idTokenSignedResponseAlg?: SigningAlgorithm
}

export type PersonConfig = {
  username: string
  password: string
  /** Default: derived from provider and username, so it is the same after every start. */
  subject?: string
  name: string
  givenName?: string
  familyName?: string
  nickname?: string
  email?: string
  groups?: string[]
}

export type ClientConfig = {
  clientId: string
  clientSecret: string
  redirectUris: string[]
  postLogoutRedirectUris?: string[]
}

export type ApplicationConfig = { slug: string; label: string }

export const signingAlgorithms = ['RS256', 'RS384', 'RS512', 'HS256', 'HS384', 'HS512'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** The same after checking: every default filled in. */
export type CheckedConfig = {
  host: string
  port: number
  control: boolean
  providers: CheckedProvider[]
  applications: ApplicationConfig[]
}

export type CheckedProvider = {
  id: string
  kind: 'oidc'
  name: string
  people: CheckedPerson[]
  clients: Required<ClientConfig>[]
  pairwise: boolean
  claims: { username: string; groups: string }
  idTokenSignedResponseAlg: SigningAlgorithm
}

export type CheckedPerson = Omit<PersonConfig, 'subject' | 'groups'> & { subject: string; groups: string[] }
