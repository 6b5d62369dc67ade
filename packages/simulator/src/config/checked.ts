import type {
  ApplicationClientConfig,
  ApplicationConfig,
  AzureProviderConfig,
  ClientConfig,
  OidcProviderConfig,
  PersonConfig,
  SamlProviderConfig,
  SignedPart,
  SamlBinding,
  NameIdFormat,
  OptionalClaim,
  SigningAlgorithm,
  SubjectType,
} from './shape.ts'

/** The configuration after checking: every default filled in. */
export type CheckedConfig = {
  host: string
  port: number
  control: boolean
  providers: CheckedProvider[]
  applications: CheckedApplication[]
}

export type CheckedApplication = Pick<ApplicationConfig, 'slug' | 'label'> & { clients: ApplicationClient[] }
export type ApplicationClient = ApplicationClientConfig

export type CheckedProvider = CheckedOidc | CheckedAzure | CheckedSaml

export type CheckedOidc = Pick<OidcProviderConfig, 'id' | 'kind' | 'name'> & {
  anyLoopback: boolean
  people: CheckedPerson[]
  clients: CheckedClient[]
  pairwise: boolean
  claims: { username: string; groups: string }
  idTokenSignedResponseAlg: SigningAlgorithm
}

export type CheckedAzure = Pick<AzureProviderConfig, 'id' | 'kind' | 'name' | 'version'> & {
  anyLoopback: boolean
  people: CheckedPerson[]
  clients: CheckedClient[]
  /** In lower case. */
  tenantId: string
  /** In lower case. */
  domains: string[]
  /** Every group of the directory, those of the people included. */
  groups: DirectoryGroup[]
  graphPermission: boolean
  optionalClaims: OptionalClaim[]
}

export type DirectoryGroup = { name: string; id: string }

export type CheckedSaml = Pick<SamlProviderConfig, 'id' | 'kind' | 'name' | 'flavour'> & {
  anyLoopback: boolean
  people: CheckedPerson[]
  /** Absent: the flavour's usual one. */
  entityId?: string
  serviceProviders: CheckedServiceProvider[]
  sign: SignedPart
  encrypt: boolean
  nameIdFormat: NameIdFormat
  sloBinding: SamlBinding
  subjectType: SubjectType
  requireSignedRequests: boolean
  signing?: { privateKey: string; certificate: string }
}

export type CheckedServiceProvider =
  | { metadataUrl: string }
  | {
      entityId: string
      acsUrl: string
      sloUrl?: string
      sloBinding: SamlBinding
      sloResponseUrl?: string
      signingCertificates: string[]
      encryptionCertificate?: string
    }

export type CheckedClient = Required<Pick<ClientConfig, 'clientId' | 'clientSecret' | 'redirectUris'>> &
  Required<Pick<ClientConfig, 'postLogoutRedirectUris'>> &
  Pick<ClientConfig, 'nextClientSecret' | 'backchannelLogoutUri' | 'frontchannelLogoutUri'>

export type CheckedPerson = Omit<PersonConfig, 'subject' | 'groups'> & { subject: string; groups: string[] }
