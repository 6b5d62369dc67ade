import {
  createIdentityProviderEditor,
  valuesOfConfig,
  type IdentityProvider,
  type IdentityProviderEditor,
  type Words,
} from '@portico/core'

import type { CommandContext, Server } from '../../kit/context/context.ts'
import { editorParts } from '../../kit/context/editing.ts'
import { fail } from '../../kit/errors/failure.ts'
import type { ProviderDraft } from './draft.ts'

type Stored = { readonly provider: IdentityProvider; readonly etag: string | undefined }

/** Core's editor of a new provider or of a stored one, with the draft as what was typed. */
export async function editDraft(
  draft: ProviderDraft,
  stored: Stored | undefined,
  server: () => Promise<Server>,
  context: CommandContext,
): Promise<IdentityProviderEditor> {
  const target = stored === undefined ? { type: draft.type } : { id: stored.provider.id }
  const editor = createIdentityProviderEditor(await editorParts(server, context), target)
  if (stored !== undefined) editor.open(stored.provider, stored.etag)
  editor.setName(draft.name)
  editor.setEnabled(draft.enabled)
  for (const [field, value] of Object.entries(valuesOfConfig(draft.type, draft.config))) editor.setField(field, value)
  for (const [field, text] of Object.entries(draft.secrets)) {
    if (text !== null) editor.setSecret(field, { do: 'replace', text })
    else if (stored?.provider.secrets.includes(field)) editor.setSecret(field, { do: 'forget' })
  }
  return editor
}

/** Fails as the server does where a provider that is switched on has no username format (decision 53). */
export function requireFormats(editor: IdentityProviderEditor, words: Words): void {
  const errorID = 'FORMATS_REQUIRED'
  if (editor.violations().some((violation) => violation.errorID === errorID))
    fail('conflict', words.say(errorID), { errorID })
}
