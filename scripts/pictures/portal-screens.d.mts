export type PortalScreen = {
  readonly name: string
  readonly route: string
  readonly with?: Readonly<Record<string, string>>
  readonly query?: string
  readonly visitor?: boolean
  readonly support?: boolean
}

export const portalScreens: readonly PortalScreen[]

export const notBuilt: readonly string[]

export function addressOf(screen: PortalScreen, known: Readonly<Record<string, string>>): string
