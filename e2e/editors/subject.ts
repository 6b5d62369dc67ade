import type { WordId } from '@portico/core'
import type { Page } from 'playwright-core'

import type { AdminApi } from '../support/admin-api.ts'

export type Made = { readonly id: string; readonly name: string }

/** The text that a person types and the part that another administrator changes, as the server stores them. */
export type Stored = { readonly typed: string; readonly other: string }

/** What an administrator edits. `typed` is one short text of it, `other` a part that the person does not touch. */
export type Subject = {
  /** With its article, for the names of tests. */
  readonly noun: string
  /** Texts that can be typed: every scenario takes the next one. */
  readonly text: (serial: number) => string
  /** Made by another administrator. */
  make(api: AdminApi, name: string): Promise<Made>
  read(api: AdminApi, made: Made): Promise<Stored>
  changeOther(api: AdminApi, made: Made, other: string): Promise<void>
  /** What another administrator changes it to. */
  readonly theirs: (serial: number) => string
  remove(api: AdminApi, made: Made): Promise<void>
  /** Those that have this text, with another id where one was created again. */
  withText(api: AdminApi, text: string): Promise<readonly Made[]>
  readonly created: WordId
  readonly updated: WordId
  /** A part of another object is not created again by itself. */
  readonly canBecomeNew: boolean
  /** Path of the requests that save it, without a query. */
  savePath(made: Made): RegExp
  readonly inBrowser: BrowserHands
  readonly inTerminal: TerminalHands
}

export type BrowserHands = {
  formPath(made: Made): string
  readonly listPath: RegExp
  type(page: Page, text: string): Promise<void>
  /** Waits until the form shows the typed text. */
  shows(page: Page, text: string): Promise<void>
}

export type Keys = {
  /** Sends keys and waits for what the screen shows then. */
  press(keys: string, wanted: string | RegExp): Promise<void>
}

export type TerminalHands = {
  open(keys: Keys, made: Made): Promise<void>
  type(keys: Keys, text: string): Promise<void>
  /** The screen when the form shows the typed text. */
  shown(text: string): RegExp
  readonly list: RegExp
}
