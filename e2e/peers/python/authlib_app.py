"""An application that signs people in with Authlib in Flask, as its documentation shows it: no PKCE, but a nonce that it checks."""

import os

from authlib.integrations.flask_client import OAuth, OAuthError
from flask import Flask, redirect, session

from serving import address, serve

app = Flask(__name__)
app.secret_key = os.urandom(32)
oauth = OAuth(app)
oauth.register(
    "portico",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{os.environ['ISSUER']}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email"},
)


@app.route("/login")
def login():
    return oauth.portico.authorize_redirect(f"{address()}/callback")


@app.route("/callback")
def callback():
    session["user"] = oauth.portico.authorize_access_token()["userinfo"]
    return redirect("/")


@app.errorhandler(OAuthError)
def refused(error):
    return f"Refused: {error}", 403


@app.route("/")
def home():
    user = session.get("user")
    return f"Signed in as {user['preferred_username']} {' '.join(user['roles'])}" if user else "Not signed in"


serve(app)
