import type { ComponentType } from 'react'

import type { Watched } from '../draw/use-watched.ts'
import type { Layer } from '../focus/layer.ts'
import type { Line } from '../fields/line.ts'

/** One screen: its state lives in stores, its component only draws them. */
export type View = {
  readonly layer: Layer
  /** From the outermost to this one. */
  readonly crumbs: () => readonly string[]
  /** The command that shows or does the same. */
  readonly command: () => string
  /** Path of the same page in the browser. */
  readonly webPath: () => string
  /** Loads what the view shows; failures go to core's feedback. */
  readonly open: () => Promise<void>
  /** Resolves when the view that gives way to this one stands in its place. */
  readonly ready?: (() => Promise<void>) | undefined
  /** What is unsaved, line by line, for the dialog that asks before it is lost. */
  readonly changes?: (() => readonly string[]) | undefined
  /** The view is left. */
  readonly close: () => void
  /** `/` types here: what narrows a list, or what is looked for in a screen to read. */
  readonly filter?:
    | {
        readonly line: Line
        readonly clear: () => void | Promise<void>
        /** Resolves once the rows are those that the filter lets through. */
        readonly kept?: () => void | Promise<void>
        readonly isSearch?: boolean
        /** How much was found. */
        readonly found?: () => string | undefined
      }
    | undefined
  /** What `:noun TEXT` means here; without it, the text is a filter. */
  readonly find?: ((text: string) => void | Promise<void>) | undefined
  readonly Body: ComponentType<{ width: number; height: number }>
  /** Stores that the layer's bindings and the spoken lines are read from. */
  readonly watched: readonly Watched[]
  /** For screen readers: the view in a few lines. */
  readonly spoken: () => readonly string[]
}

/** A box in front of a view, with keys of its own. */
export type Dialog = {
  readonly title: string
  readonly layer: Layer
  readonly Body: ComponentType<{ width: number; height: number }>
  readonly watched?: readonly Watched[] | undefined
  readonly spoken: () => readonly string[]
}
