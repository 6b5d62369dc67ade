/** The Arabic of `server-and-terminal/overview.ts`. */
export const overview = {
  'setup.news.made': 'أُنشئ رابط إعداد لشركتك في {at} بواسطة {by}. إكمال الإعداد يستبدل موفّر الهوية الأساسي.',
  'setup.news.opened': 'فُتح رابط إعداد شركتك في {at} من {by}. إكمال الإعداد يستبدل موفّر الهوية الأساسي.',
  'overview.environment': 'بيئة من النوع {type}',
  'overview.readOnlyEnvironment': 'بيئة من النوع {type}، للقراءة فقط',
} as const
