import type { Editor, Entry } from '@portico/core'
import { useEditor } from '@portico/core/react'

/**
 * A field with an Add button beside it. What it holds is in the editor until it is added: Save adds it too, and Discard empties the field.
 * `entry` describes the field.
 */
export function useEntry<Form, Stored>(
  editor: Editor<Form, Stored>,
  field: string,
  entry: Omit<Entry, 'text' | 'shown' | 'problem' | 'add'> & { add(text: string): ReturnType<Entry['add']> },
) {
  const held = useEditor(editor).entries[field]
  return {
    text: held?.text ?? '',
    problem: held?.problem,
    type: (text: string, shown?: string) =>
      editor.enter(field, text.trim() === '' ? undefined : { ...entry, text, shown, add: () => entry.add(text) }),
    add: () => editor.addEntry(field),
  }
}
