import { textOfFile, textOfKeyFile } from '@portico/core/contract'

/**
 * Replaces the files that a tenant file names by their content, before its rules are applied: `{ file: PATH }` of
 * `signingCertificate1` and `signingCertificate2` by text, of the `icon` of an application and the `logo` of the branding by bytes. Secrets keep their
 * source. Returns a new value; other shapes are left for the rules to reject.
 */
export function withFiles(value: unknown, read: (path: string) => Buffer): unknown {
  if (!isRecord(value)) return value
  return {
    ...value,
    ...brandingOf(value, read),
    ...eachOf(value, 'applications', (application) => withSignInFiles(contentOf(application, ['icon'], read), read)),
    ...eachOf(value, 'identityProviders', (provider) => {
      const { config } = provider
      if (!isRecord(config)) return provider
      const text = (path: string) => textOfKeyFile(read(path))
      return { ...provider, config: contentOf(config, ['signingCertificate1', 'signingCertificate2'], text) }
    }),
  }
}

type Fields = Record<string, unknown>

/** The keys, certificates and metadata of `signIn`, also of those in its `environments`. */
function withSignInFiles(application: Fields, read: (path: string) => Buffer): Fields {
  const { signIn } = application
  if (!isRecord(signIn)) return application
  const { environments } = signIn
  const each = isRecord(environments) ? Object.entries(environments) : []
  const clients = each.map(([slug, one]) => [slug, isRecord(one) ? clientFiles(one, read) : one] as const)
  return {
    ...application,
    signIn: {
      ...clientFiles(signIn, read),
      ...(isRecord(environments) ? { environments: Object.fromEntries(clients) } : {}),
    },
  }
}

function clientFiles(client: Fields, read: (path: string) => Buffer): Fields {
  const text = (path: string) => textOfFile(read(path))
  const key = (path: string) => textOfKeyFile(read(path))
  const contents = (list: unknown) =>
    Array.isArray(list)
      ? list.map((one: unknown) => (isRecord(one) && typeof one['file'] === 'string' ? key(one['file']) : one))
      : list
  const { openid, saml } = client
  return {
    ...client,
    ...(isRecord(openid) && 'publicKeys' in openid
      ? { openid: { ...openid, publicKeys: contents(openid['publicKeys']) } }
      : {}),
    ...(isRecord(saml)
      ? {
          saml: {
            ...contentOf(saml, ['metadata'], text),
            ...('signingCertificates' in saml ? { signingCertificates: contents(saml['signingCertificates']) } : {}),
            ...('encryptionCertificates' in saml
              ? { encryptionCertificates: contents(saml['encryptionCertificates']) }
              : {}),
          },
        }
      : {}),
  }
}

function eachOf(value: Fields, list: string, change: (entry: Fields) => Fields): Fields {
  const entries = value[list]
  if (!Array.isArray(entries)) return {}
  return { [list]: entries.map((entry: unknown) => (isRecord(entry) ? change(entry) : entry)) }
}

function brandingOf({ tenant }: Fields, read: (path: string) => Buffer): Fields {
  if (!isRecord(tenant) || !isRecord(tenant['branding'])) return {}
  return { tenant: { ...tenant, branding: contentOf(tenant['branding'], ['logo'], read) } }
}

function contentOf(entry: Fields, names: readonly string[], read: (path: string) => unknown): Fields {
  const sources = names.flatMap((name) => {
    const source = entry[name]
    return isRecord(source) && typeof source['file'] === 'string' ? [[name, read(source['file'])] as const] : []
  })
  return { ...entry, ...Object.fromEntries(sources) }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
