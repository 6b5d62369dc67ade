import type { ComponentType } from 'react'

import type { Watched } from '../draw/use-watched.ts'
import type { Layer } from '../focus/layer.ts'
import type { Line } from '../fields/line.ts'

/** What is under the mouse. A click on it moves the cursor there; a click where the cursor is does what Enter does. */
export type Target = { readonly isCurrent: boolean; readonly select: () => void | Promise<void> }

/** One screen: stores hold its state, its component only draws them. */
export type View = {
  readonly layer: Layer
  /** From the outermost place to this one. */
  readonly crumbs: () => readonly string[]
  /** The equivalent command. */
  readonly command: () => string
  /** Path of the same page in the portal. */
  readonly webPath: () => string
  /** Loads the view's data; failures go to core's feedback. */
  readonly open: () => Promise<void>
  /** Brings what is shown up to date, without a sign of it unless something changed. */
  readonly refresh?: (() => Promise<void>) | undefined
  /** For a placeholder: resolves when the real view has replaced it. */
  readonly ready?: (() => Promise<void>) | undefined
  /** The unsaved changes as lines, for the leave dialog. */
  readonly changes?: (() => readonly string[]) | undefined
  /** Called when the view is left. */
  readonly close: () => void
  /** The text field of `/`: the filter of a list, or the search in a text. */
  readonly filter?:
    | {
        readonly line: Line
        readonly clear: () => void | Promise<void>
        /** Resolves once the rows match the filter. */
        readonly kept?: () => void | Promise<void>
        readonly isSearch?: boolean
        /** The number of matches. */
        readonly found?: () => string | undefined
      }
    | undefined
  /** Handles `:noun TEXT`; without it, the text is a filter. */
  readonly find?: ((text: string) => void | Promise<void>) | undefined
  readonly Body: ComponentType<{ width: number; height: number }>
  /** What is in a line and column of the body, both from 0. */
  readonly target?: ((line: number, column: number) => Target | undefined) | undefined
  /** Stores that the layer's bindings and the spoken lines depend on. */
  readonly watched: readonly Watched[]
  /** For screen readers: the view in a few lines. */
  readonly spoken: () => readonly string[]
}

/** A box in front of a view, with separate keys. */
export type Dialog = {
  readonly title: string
  /** Cells of its widest line; without it, the dialog is as wide as the screen. */
  readonly cells?: (() => number) | undefined
  /** Cells between frame and body on each side; absent: 1. */
  readonly padding?: (() => 0 | 1) | undefined
  readonly layer: Layer
  readonly Body: ComponentType<{ width: number; height: number }>
  /** What is in a line of the body, from 0. */
  readonly target?: ((line: number) => Target | undefined) | undefined
  readonly watched?: readonly Watched[] | undefined
  readonly spoken: () => readonly string[]
}
