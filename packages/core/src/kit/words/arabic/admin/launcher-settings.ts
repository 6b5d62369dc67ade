/** The Arabic of `admin/launcher-settings.ts`. */
export const launcherSettings = {
  'launcherSettings.title': 'مشغّل التطبيقات',
  'launcherSettings.lead': 'ما يقرؤه الأشخاص فوق تطبيقاتهم، والجهة التي يطلبون منها الوصول.',
  'launcherSettings.form': 'الإعلان والوصول',
  'launcherSettings.announcement': 'الإعلان',
  'launcherSettings.announcementHint':
    'نص عادي بحد أقصى {announcementLengthMax, number} حرف، يظهر فوق تطبيقات كل الأشخاص لدى هذا المستأجر. إذا تُرك فارغًا: لا يُعلن شيء.',
  'launcherSettings.until': 'يظهر حتى',
  'launcherSettings.untilHint': 'بالمنطقة الزمنية لهذا المتصفح. إذا تُرك فارغًا: حتى إزالته.',
  'launcherSettings.contact': 'جهة طلب الوصول',
  'launcherSettings.contactHint':
    'مثال: مكتب الخدمة، desk@acme.example. إذا تُرك فارغًا: يُطلب من الأشخاص مراجعة أحد المسؤولين.',
  'launcherSettings.saved': 'حُفظ ما يعرضه مشغّل التطبيقات. سيظهر في المشغّلات المفتوحة عند إعادة تحميلها.',
} as const
