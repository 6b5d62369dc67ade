// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "portal.title": ["بوابة التطبيقات"],
  "login.title": ["تسجيل الدخول"],
  "login.lead": ["استخدم اسم المستخدم لحسابك في الشركة."],
  "login.welcome": ["مدخل واحد إلى كل ما تعمل به."],
  "login.username": ["اسم المستخدم"],
  "login.remember": ["تذكّرني"],
  "login.environment": ["البيئة"],
  "login.environmentLater": ["الاختيار بعد تسجيل الدخول"],
  "login.submit": ["متابعة"],
  "login.recovery": ["استخدام رمز استرداد"],
  "login.privacy": ["سياسة الخصوصية"],
  "login.noScript": ["فعّل JavaScript في هذا المتصفح لتسجيل الدخول."],
  "login.inactive": ["سُجّل خروجك بسبب عدم النشاط."],
  "login.elsewhere": ["بدأ موقع آخر عملية تسجيل دخول ستُنهي جلستك هنا. للمتابعة، أدخل اسم المستخدم الخاص بعملية تسجيل الدخول تلك."],
  "login.kept": ["ما كتبته محفوظ في علامة التبويب هذه إلى أن تسجّل الدخول مرة أخرى."],
  "environments.nonProduction": ["بيئات غير إنتاجية"],
  "error.401.help": ["ربما سُجّل خروجك بسبب عدم النشاط."],
  "error.unexpected.title": ["عذرًا، لم نتوقع ذلك."],
  "unreachable.title": ["تعذّر الوصول إلى Portico"],
  "unreachable.offline": ["لا يوجد اتصال بالشبكة"],
  "unreachable.kept": ["ما كتبته محفوظ. حاول مرة أخرى عند عودة الاتصال."],
  "USERNAME_REQUIRED": ["أدخل اسم المستخدم لحسابك في الشركة"],
  "USERNAME_SHAPE": ["لا يبدو هذا اسم مستخدم صالحًا."],
  "USERNAME_EXPECTED": ["يشبه اسم المستخدم عنوان بريد إلكتروني، أو يكون بالشكل DOMAIN\\user."],
}
