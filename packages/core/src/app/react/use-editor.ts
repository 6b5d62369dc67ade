import { useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'

import type { Editor } from '../../kit/editing/editor.ts'
import type { EditorState } from '../../kit/editing/state.ts'

/** The state of an editor; redraws when it or the server's problems change. */
export function useEditor<Form, Stored>(editor: Editor<Form, Stored>): EditorState<Form, Stored> {
  useStore(editor.feedback)
  return useStore(editor)
}

/** The problem to show beside a field; redraws only when it changes. */
export function useProblem<Form, Stored>(editor: Editor<Form, Stored>, field: string): string | undefined {
  return useAsked(editor, () => editor.problemOf(field))
}

/** A value computed from an editor's state and the server's problems: a text, number or flag. */
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
