import type { EditedField } from '../../kit/editing/fields-editor.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Provisioning } from './contract.ts'
import { provisioningRemovals, type ProvisioningConfigInput } from './rules.ts'

type Removal = (typeof provisioningRemovals)[number]

/** As they are typed. The token is not read back: empty keeps the stored one. */
export type ProvisioningValues = {
  readonly url: string
  readonly bearerToken: string
  readonly sendGroups: boolean
  readonly anyEmail: boolean
  readonly removal: Removal
  readonly enabled: boolean
}

const yesOrNo = ([isOn]: readonly string[], say: Words['say']) => [
  say(isOn === 'true' ? 'provisioning.yes' : 'provisioning.no'),
]
const switched = (on: string, off: string) => (lines: readonly string[]) => [lines[0] === 'true' ? on : off]

/** In the order of the form. */
export const provisioningFields = [
  { name: 'url', kind: 'line', label: 'provisioning.url' },
  {
    name: 'bearerToken',
    kind: 'secret',
    label: 'provisioning.bearerToken',
    flag: 'token',
  },
  {
    name: 'sendGroups',
    kind: 'switch',
    label: 'provisioning.sendGroups',
    shown: yesOrNo,
    options: switched('--groups', '--no-groups'),
  },
  {
    name: 'anyEmail',
    kind: 'switch',
    label: 'provisioning.anyEmail',
    shown: yesOrNo,
    options: switched('--any-email', '--no-any-email'),
  },
  {
    name: 'removal',
    kind: 'choice',
    choices: provisioningRemovals,
    label: 'provisioning.removal',
    shown: (lines, say) => lines.map((removal) => say(`provisioning.removal.${removal as Removal}`)),
  },
  {
    name: 'enabled',
    kind: 'switch',
    label: 'provisioning.enabled',
    shown: yesOrNo,
    options: switched('--on', '--off'),
  },
] as const satisfies readonly EditedField<ProvisioningValues>[]

export type ProvisioningField = (typeof provisioningFields)[number]['name']

export const emptyProvisioning: ProvisioningValues = {
  url: '',
  bearerToken: '',
  sendGroups: true,
  anyEmail: false,
  removal: 'deactivate',
  enabled: true,
}

/** What would be sent. */
export function provisioningInputOf({ url, bearerToken, ...rest }: ProvisioningValues): {
  readonly config: ProvisioningConfigInput
  readonly bearerToken?: string
} {
  const typed = bearerToken.trim()
  return { config: { ...rest, url: url.trim() }, ...(typed !== '' && { bearerToken: typed }) }
}

export function provisioningValuesOf({ config }: Provisioning): ProvisioningValues {
  return config === null ? emptyProvisioning : { ...config, bearerToken: '' }
}
