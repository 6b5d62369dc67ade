import { Document } from 'yaml'

import type { WrittenTenant } from './read.ts'

/** Longest line of the file that is not one value. */
const lineWidth = 120

/** The file as YAML. Its first lines say which secrets to set before an import, and what the file does not have. */
export function textOfTenant({ file, missing }: WrittenTenant): string {
  const secrets = secretVariables(file)
  const notes = [
    ' Made by portico-server tenant export. portico-server tenant import reads it.',
    ...(secrets.length === 0
      ? []
      : [` Environment variables with secrets, to set before an import: ${secrets.join(', ')}`]),
    ...(missing.length === 0 ? [] : [` Not in this file: ${missing.join('; ')}`]),
  ]
  const document = new Document(file)
  document.commentBefore = notes.join('\n')
  return document.toString({ lineWidth })
}

function secretVariables({ identityProviders = [] }: WrittenTenant['file']): string[] {
  return identityProviders.flatMap((provider) =>
    Object.values(provider).flatMap((value: unknown) =>
      typeof value === 'object' && value !== null && 'env' in value ? [String(value.env)] : [],
    ),
  )
}
