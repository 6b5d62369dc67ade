import { useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import type { Editor } from '../editing/editor.ts'
import type { EditorState } from '../editing/state.ts'

/** The state of an editor, drawn again with each change of it and of what the server said. */
export function useEditor<Form, Stored>(editor: Editor<Form, Stored>): EditorState<Form, Stored> {
  useStore(editor.feedback)
  return useStore(editor)
}

/** What is wrong with a field, to be drawn beside it; drawn again only when that changes. */
export function useProblem<Form, Stored>(editor: Editor<Form, Stored>, field: string): string | undefined {
  return useAsked(editor, () => editor.problemOf(field))
}

/** An answer of an editor that depends on its state and on what the server said; a text, number or flag. */
export function useAsked<Form, Stored, Answer extends string | number | boolean | undefined>(
  editor: Editor<Form, Stored>,
  ask: () => Answer,
): Answer {
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = [editor.subscribe(changed), editor.feedback.subscribe(changed)]
      return () => stops.forEach((stop) => stop())
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, ask, ask)
}
