import type { Words } from '../../kit/words/words.ts'
import { domainKinds, formatText } from './format-text.ts'
import { providerChangesOf, type ProviderChange } from './changes.ts'
import { valuesOfConfig } from './config-values.ts'
import type { IdentityProvider } from './contract.ts'

/** What Keep Changes would change for sign-ins, by field; empty for a provider that was never kept. */
export function draftChangesOf(provider: IdentityProvider, say: Words['say']): ProviderChange[] {
  const { draft, live, type, name, enabled, config } = provider
  if (draft === null || live === null) return []
  const configured = providerChangesOf({
    pageType: 'EDIT',
    type,
    name,
    enabled,
    values: valuesOfConfig(type, config),
    secrets: {},
    fingerprints: {},
    fetched: {
      name: live.name,
      enabled: live.enabled,
      values: valuesOfConfig(type, live.config),
      stored: live.secrets,
      formats: live,
    },
  })
  const secrets = { field: 'secrets', label: say('draft.secrets'), removed: [], added: [say('draft.newSecret')] }
  const formats = domainKinds.map((kind) => ({
    field: kind,
    label: say(kind),
    removed: live[kind].filter((value) => !provider[kind].includes(value)).map((value) => formatText(kind, value)),
    added: provider[kind].filter((value) => !live[kind].includes(value)).map((value) => formatText(kind, value)),
  }))
  return [
    ...configured,
    ...(draft.fields.includes('secrets') ? [secrets] : []),
    ...formats.filter(({ removed, added }) => removed.length + added.length > 0),
  ]
}
