import type { Editor } from '../../kit/editing/editor.ts'
import type { IdentityProvider } from './contract.ts'
import type { ProviderDraft } from './draft-store.ts'

type Following<Stored> = Pick<Editor<unknown, Stored>, 'getState' | 'subscribe' | 'open' | 'refresh'>

/**
 * Keeps an editor of a provider and its draft at the same version: a save changes the draft, and Keep and Revert change
 * what the editor holds; what was typed stays on top. Returns the way to end it.
 */
export function linkDraft(editor: Following<IdentityProvider>, draft: ProviderDraft): () => void {
  return bothWays(editor, draft, {
    edited() {
      const { stored, etag } = editor.getState()
      if (stored !== undefined) draft.take(stored, etag)
    },
    drafted() {
      const { provider, etag } = draft.getState()
      if (provider !== undefined) editor.open(provider, etag)
    },
  })
}

/** The same for an editor of a part of the provider that shares its version, such as its username formats. */
export function linkPart<Stored>(editor: Following<Stored>, draft: ProviderDraft): () => void {
  return bothWays(editor, draft, {
    edited: () => void draft.read(),
    drafted: () => void editor.refresh(),
  })
}

function bothWays<Stored>(
  editor: Following<Stored>,
  draft: ProviderDraft,
  follow: { edited(): void; drafted(): void },
): () => void {
  const isApart = () => editor.getState().etag !== draft.getState().etag
  const stops = [
    editor.subscribe(({ etag }, before) => {
      if (etag !== before.etag && etag !== undefined && isApart()) follow.edited()
    }),
    draft.subscribe(({ etag }, before) => {
      if (etag !== before.etag && etag !== undefined && isApart()) follow.drafted()
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
