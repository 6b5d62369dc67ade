import type { LintFinding, Noun, OurMetadata, PreviewedName } from '@portico/core'

/** A finding and its provider. */
export type FindingRow = LintFinding & { readonly provider: string }

/** `config.issuer` → `issuer`, as in `--set`. */
export function fieldOfFinding({ fieldID }: LintFinding): string | null {
  return fieldID === null ? null : fieldID.replace(/^config\./, '')
}

/** A row of `idp lint`. */
export const findingNoun: Noun<FindingRow> = {
  name: 'finding',
  plural: 'findings',
  aliases: [],
  label: 'Finding',
  labelPlural: 'Findings',
  summary: 'What will or may go wrong with an identity provider',
  fields: [
    {
      name: 'provider',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Name of the identity provider',
      value: (row) => row.provider,
    },
    {
      name: 'severity',
      label: 'Severity',
      kind: 'text',
      summary: 'error, warning or note',
      value: (row) => row.severity,
    },
    { name: 'code', label: 'Finding', kind: 'text', summary: 'Id of the finding', value: (row) => row.code },
    {
      name: 'field',
      label: 'Field',
      kind: 'text',
      summary: 'Field that the finding is about, as in --set',
      value: (row) => fieldOfFinding(row),
    },
    { name: 'message', label: 'What', kind: 'text', summary: 'What will go wrong', value: (row) => row.message },
    { name: 'todo', label: 'What to do', kind: 'text', summary: 'What to do about it', value: (row) => row.todo },
  ],
  columns: ['severity', 'provider', 'field', 'message', 'todo'],
  wideColumns: ['code'],
  actions: [],
  inEnvironment: false,
}

/** A value to copy to the provider. */
export type OurValue = {
  readonly provider: string | null
  readonly name: string
  readonly label: string
  readonly value: string
}

/** A row of `idp metadata`. */
export const ourValueNoun: Noun<OurValue> = {
  name: 'metadata-value',
  plural: 'metadata-values',
  aliases: [],
  label: 'Value',
  labelPlural: 'Values',
  summary: 'Our addresses and names, to register at the provider',
  fields: [
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name of the value', value: (row) => row.name },
    { name: 'label', label: 'What', kind: 'text', summary: 'What it is', value: (row) => row.label },
    { name: 'value', label: 'Value', kind: 'text', summary: 'The value', value: (row) => row.value },
    {
      name: 'provider',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Identity provider the value is for; none: the same for all',
      value: (row) => row.provider,
    },
  ],
  columns: ['label', 'value', 'provider'],
  wideColumns: ['name'],
  actions: [],
  inEnvironment: false,
}

/** A row of `idp rollover`. */
export const ourKeyNoun: Noun<OurMetadata['keys'][number]> = {
  name: 'key',
  plural: 'keys',
  aliases: [],
  label: 'Key',
  labelPlural: 'Keys',
  summary: 'Our signing and encryption keys',
  fields: [
    { name: 'use', label: 'Use', kind: 'text', summary: 'signing or encryption', value: (row) => row.use },
    {
      name: 'state',
      label: 'State',
      kind: 'text',
      summary: 'next: published; current: in use; previous: still published',
      value: (row) => row.state,
    },
    {
      name: 'fingerprint',
      label: 'Fingerprint',
      kind: 'id',
      summary: 'SHA-256 of the certificate',
      value: (row) => row.fingerprint,
    },
    {
      name: 'notAfter',
      label: 'Expires',
      kind: 'time',
      isEnd: true,
      summary: 'End of the certificate',
      value: (row) => row.notAfter,
    },
    {
      name: 'certificate',
      label: 'Certificate',
      kind: 'key',
      summary: 'Certificate, PEM',
      value: (row) => row.certificate,
    },
  ],
  columns: ['use', 'state', 'notAfter', 'fingerprint'],
  wideColumns: ['certificate'],
  actions: [],
  inEnvironment: false,
}

/** A row of `idp preview`. */
export const previewedNameNoun: Noun<PreviewedName> = {
  name: 'name',
  plural: 'names',
  aliases: [],
  label: 'Name',
  labelPlural: 'Names',
  summary: 'How transforms change a name',
  fields: [
    { name: 'kind', label: 'Kind', kind: 'text', summary: 'username or group', value: (row) => row.kind },
    {
      name: 'before',
      label: 'Received',
      kind: 'text',
      summary: 'As the provider sends it',
      value: (row) => row.before,
    },
    {
      name: 'after',
      label: 'Becomes',
      kind: 'text',
      summary: 'Name after transforms; empty if it is dropped',
      value: (row) => row.after,
    },
    {
      name: 'mapped',
      label: 'Mapped',
      kind: 'boolean',
      summary: 'Whether the group is mapped to a role or an application',
      value: (row) => row.mapped,
    },
    {
      name: 'sameAs',
      label: 'Same as',
      kind: 'text',
      summary: 'Another name with the same result',
      value: (row) => row.sameAs,
    },
    {
      name: 'source',
      label: 'Source',
      kind: 'text',
      summary: 'seen (in a sign-in) or typed',
      value: (row) => row.source,
    },
  ],
  columns: ['kind', 'before', 'after', 'mapped', 'sameAs'],
  wideColumns: ['source'],
  actions: [],
  inEnvironment: false,
}
