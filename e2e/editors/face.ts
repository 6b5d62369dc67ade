import type { Made } from './subject.ts'

/** One person who edits in one face; the steps are the same in each. */
export type EditingFace = {
  open(made: Made): Promise<void>
  type(text: string): Promise<void>
  /** The form shows what was typed. */
  shows(text: string): Promise<void>
  /** Presses Save and confirms where the face asks. */
  save(): Promise<void>
  /** Presses Save while a save is running. */
  saveAgain(): Promise<void>
  says(sentence: string): Promise<void>
  /** Answers the dialog in front by the name of its button. */
  answer(label: 'Read again' | 'Create again' | 'Back to the list'): Promise<void>
  /** The list is on the screen, without a question. */
  atList(): Promise<void>
  /** The cookies that the face sends. */
  cookies(): Promise<Readonly<Record<string, string>>>
  /** Reads that the session ended and that typed work is kept, signs in again, and is back in the form. */
  signInAgain(): Promise<void>
  close(): Promise<void>
}
