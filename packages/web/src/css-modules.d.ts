declare module '*.module.css' {
  const names: Readonly<Record<string, string | undefined>>
  export default names
}
