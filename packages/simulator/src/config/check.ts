import { checkApplication } from './check-applications.ts'
import { checkAzure, sharedDirectories } from './check-azure.ts'
import { checkOidc } from './check-oidc.ts'
import { checkSaml } from './check-saml.ts'
import type { CheckedConfig, CheckedProvider } from './checked.ts'
import { fields, isObject } from './fields.ts'
import { hostName, onlyOnce } from './names.ts'
import { type ProviderKind, providerKinds } from './shape.ts'

/** The configuration cannot be used; the message names every place that is wrong, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Checks a configuration that came from outside and fills in its defaults. Throws ConfigError. */
export function checkConfig(value: unknown): CheckedConfig {
  const problems: string[] = []
  const read = fields(value, '', ['host', 'port', 'control', 'providers', 'applications'], problems)
  const config: CheckedConfig = {
    host: read.has('host') ? read.text('host', hostName) : '127.0.0.1',
    port: read.integer('port', 0, 0, 65_535),
    control: read.flag('control'),
    providers: read.list('providers', true).map((each, index) => provider(each, `providers[${index}]`, problems)),
    applications: read
      .list('applications', false)
      .map((each, index) => checkApplication(each, `applications[${index}]`, problems)),
  }
  onlyOnce(config.providers, (each) => each.id, 'providers', 'id', problems)
  onlyOnce(config.applications, (each) => each.slug, 'applications', 'slug', problems)
  sharedDirectories(config.providers, problems)
  if (problems.length > 0) {
    throw new ConfigError(
      ["The simulator's configuration is wrong.", ...problems.map((each) => `- ${each}`)].join('\n'),
    )
  }
  return config
}

const checks = { oidc: checkOidc, azure: checkAzure, saml: checkSaml }

function provider(value: unknown, place: string, problems: string[]): CheckedProvider {
  return checks[kindOf(value, place, problems)](value, place, problems)
}

function kindOf(value: unknown, place: string, problems: string[]): ProviderKind {
  if (!isObject(value)) return 'oidc'
  return fields(value, place, Object.keys(value), problems).oneOf('kind', providerKinds)
}
