export declare const documentPictures: readonly {
  readonly name: string
  readonly screen: string
  readonly taken: string
}[]
