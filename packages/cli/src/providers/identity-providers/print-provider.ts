import {
  configFieldsOf,
  identityProviderNoun,
  transformLine,
  transformsIn,
  type Field,
  type IdentityProvider,
  type Noun,
} from '@portico/core'

import type { CommandContext } from '../../kit/context/context.ts'
import type { OutputPlan } from '../../kit/output/plan.ts'
import { printRow } from '../../kit/output/print.ts'
import { isRecord, valueAt } from './draft.ts'

/** Prints one identity provider; on a terminal its configuration and certificates are separate lines. */
export async function printProvider(
  plan: OutputPlan<IdentityProvider>,
  provider: IdentityProvider,
  context: CommandContext,
): Promise<void> {
  const isCard = (plan.format === 'table' || plan.format === 'wide') && !plan.named
  await printRow(isCard ? { ...plan, noun: cardNoun(provider) } : plan, provider, context)
}

function cardNoun(provider: IdentityProvider): Noun<IdentityProvider> {
  const fields = identityProviderNoun.fields.flatMap((field) => {
    if (field.name === 'config') return configLines(provider)
    return field.name === 'certificates' ? certificateLines(provider) : [field]
  })
  return { ...identityProviderNoun, fields }
}

/** Fields that have a value, in the order of the form. */
function configLines({ type, config }: IdentityProvider): Field<IdentityProvider>[] {
  return configFieldsOf(type).flatMap(({ name, label, section, kind, choices, help }) => {
    const value = valueAt(config, name)
    // Certificates are printed separately with more detail.
    if (value === undefined || value === null || kind === 'certificate') return []
    if (Array.isArray(value) && value.length === 0) return []
    const shown =
      kind === 'transforms'
        ? transformsIn(value).map(transformLine).join(', then ')
        : (choices?.find((choice) => choice.value === value)?.label ?? plain(value))
    const isNested = name.includes('.')
    return [{ name, label: isNested ? `${section}: ${label}` : label, kind: 'text', summary: help, value: () => shown }]
  })
}

function certificateLines({ certificates }: IdentityProvider): Field<IdentityProvider>[] {
  return certificates.map(({ slot, subject, fingerprint, notAfter, extendedUntil }) => ({
    name: `certificate${slot}`,
    label: `Signing certificate ${slot}`,
    kind: 'text',
    summary: 'Subject, end and fingerprint',
    value: () =>
      [
        subject ?? 'public key',
        notAfter === null ? undefined : `until ${notAfter}`,
        extendedUntil === null ? undefined : `extended until ${extendedUntil}`,
        fingerprint,
      ]
        .filter((part) => part !== undefined)
        .join(', '),
  }))
}

function plain(value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : ''
}
