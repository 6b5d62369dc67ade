"""An application that signs people in with mozilla-django-oidc and what its quick start sets: no PKCE, but a nonce that it checks."""

import os

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import include, path

from serving import serve

issuer = os.environ["ISSUER"]
settings.configure(
    SECRET_KEY=os.urandom(32).hex(),
    ALLOWED_HOSTS=["localhost"],
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(os.environ["DIR"], "django.sqlite")}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "mozilla_django_oidc"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
    AUTHENTICATION_BACKENDS=["mozilla_django_oidc.auth.OIDCAuthenticationBackend"],
    LOGIN_REDIRECT_URL="/",
    OIDC_RP_CLIENT_ID=os.environ["CLIENT_ID"],
    OIDC_RP_CLIENT_SECRET=os.environ["CLIENT_SECRET"],
    # Its default, HS256, is for ID tokens that are signed with the client secret.
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_OP_JWKS_ENDPOINT=f"{issuer}/oauth2/jwks",
    OIDC_OP_AUTHORIZATION_ENDPOINT=f"{issuer}/oauth2/authorize",
    OIDC_OP_TOKEN_ENDPOINT=f"{issuer}/oauth2/token",
    OIDC_OP_USER_ENDPOINT=f"{issuer}/oauth2/userinfo",
)
django.setup()


def home(request):
    user = request.user
    return HttpResponse(f"Signed in as {user.email}" if user.is_authenticated else "Not signed in")


urlpatterns = [path("oidc/", include("mozilla_django_oidc.urls")), path("", home)]

if __name__ == "__main__":
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    serve(get_wsgi_application())
