"""Signs people in with Portico, greets them with their roles, and signs them out.

ISSUER=http://127.0.0.1:8080 CLIENT_ID=… CLIENT_SECRET=pcs_… python3 sign_in.py
"""

import os
import secrets
import sys
import time

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.flask_client import OAuth, OAuthError
from flask import Flask, redirect, request, session
from joserfc.errors import JoseError
from markupsafe import escape
from werkzeug.serving import make_server

ISSUER, CLIENT_ID = os.environ["ISSUER"], os.environ["CLIENT_ID"]
PORT = int(os.environ.get("PORT", "3000"))
# Where browsers reach this program. Behind a proxy with TLS, set its https address.
APP_URL = os.environ.get("APP_URL", f"http://localhost:{PORT}")
IS_SECURE = APP_URL.startswith("https:")
SESSION_SECS = 8 * 3600

app = Flask(__name__)
# Signs the cookie. Several processes, and sessions that outlive a restart, need a key and a store that they share.
app.secret_key = secrets.token_bytes(32)
app.config.update(
    SESSION_COOKIE_HTTPONLY=True,
    SESSION_COOKIE_SAMESITE="Lax",
    SESSION_COOKIE_SECURE=IS_SECURE,
    # With https, the prefix keeps other hosts of the same domain from setting this cookie.
    SESSION_COOKIE_NAME="__Host-session" if IS_SECURE else "session",
)
# Who is signed in, by the id in the cookie: a copy of the cookie is worthless after the sign-out.
people = {}

portico = OAuth(app).register(
    "portico",
    client_id=CLIENT_ID,
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    # Without code_challenge_method, Authlib sends no PKCE. It always sends and checks state and nonce.
    client_kwargs={"scope": "openid profile", "code_challenge_method": "S256", "timeout": 10},
)


@app.get("/")
def home():
    person = people.get(session.get("id"))
    if person is None or person["ends_at"] < time.time():
        return page('<h1>Billing</h1><p>You are not signed in.</p><a href="/sign-in">Sign in</a>')
    roles = escape(", ".join(person["roles"]) or "none")
    button = '<form method="post" action="/sign-out"><button>Sign out</button></form>'
    return page(f"<h1>Hello, {escape(person['name'])}</h1><p>Your roles: {roles}</p>{button}")


@app.get("/sign-in")
def sign_in():
    # The launcher sends the issuer (third-party-initiated login). Other addresses in the query are not used.
    if request.args.get("iss", ISSUER) != ISSUER:
        return failed("The sign-in was begun for another issuer.")
    return portico.authorize_redirect(f"{APP_URL}/callback")


@app.get("/callback")
def callback():
    # Checked before anything of the answer is shown, because Authlib reads an error before it checks the state.
    if portico.framework.get_state_data(session, request.args.get("state")) is None:
        return failed("This browser began no sign-in with this state in the last hour.")
    try:
        accepted = {"iss": {"essential": True, "value": ISSUER}, "aud": {"essential": True, "value": CLIENT_ID}}
        token = portico.authorize_access_token(claims_options=accepted)
        claims = token["userinfo"]  # of the verified ID token
    except OAuthError as error:
        print(f"refused: {error}", file=sys.stderr)
        return failed(f"{error.error}: {error.description}")
    except (AuthlibBaseError, JoseError, KeyError, ValueError) as error:
        print(f"refused: {type(error).__name__} {error}", file=sys.stderr)
        return failed("The answer was not accepted.")
    for key in [key for key, person in list(people.items()) if person["ends_at"] < time.time()]:
        people.pop(key, None)
    # Always a new id: one that was planted in the browser before the sign-in is worthless.
    people.pop(session.get("id"), None)
    session.clear()
    session["id"] = secrets.token_urlsafe(32)
    people[session["id"]] = {
        "sub": claims["sub"],
        "name": claims.get("name", claims["sub"]),
        "roles": claims.get("roles", []),
        "id_token": token["id_token"],
        "ends_at": time.time() + SESSION_SECS,
    }
    return redirect("/", 303)


@app.post("/sign-out")
def sign_out():
    """Ends the session here, then the one in the portal. SameSite keeps other sites from posting this form."""
    person = people.pop(session.get("id"), None)
    session.clear()
    if person is None:
        return redirect("/", 303)
    fields = {"id_token_hint": person["id_token"], "post_logout_redirect_uri": f"{APP_URL}/"}
    return redirect(portico.create_logout_url(**fields)["url"], 303)


def failed(reason):
    return page(f'<h1>The sign-in failed</h1><p>{escape(reason)}</p><a href="/sign-in">Try again</a>', 400)


def page(body, status=200):
    return f'<!doctype html><html lang="en"><title>Billing</title>{body}</html>', status


@app.after_request
def protect(response):
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    return response


if __name__ == "__main__":
    server = make_server("127.0.0.1", PORT, app, threaded=True)
    print(f"listening on {APP_URL}", flush=True)
    server.serve_forever()
