"""Prints an access token of a service account.

ISSUER=https://portal.example.com ACCOUNT=… KEY_FILE=nightly.pem RESOURCE=urn:portico:acme:application:billing \\
    python3 get_token.py
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

import jwt

issuer, account = os.environ["ISSUER"], os.environ["ACCOUNT"]
with urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration", timeout=10) as response:
    configuration = json.load(response)
with open(os.environ["KEY_FILE"], encoding="ascii") as file:
    key = file.read()
now = int(time.time())
claims = {
    "iss": account,
    "sub": account,
    "aud": configuration["issuer"],
    "iat": now,
    "exp": now + 120,
    "jti": str(uuid.uuid4()),
}
form = {
    "grant_type": "client_credentials",
    "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    "client_assertion": jwt.encode(claims, key, algorithm="RS256", headers={"typ": "client-authentication+jwt"}),
    "resource": os.environ["RESOURCE"],
}
try:
    body = urllib.parse.urlencode(form).encode()
    with urllib.request.urlopen(configuration["token_endpoint"], body, timeout=10) as response:
        print(json.load(response)["access_token"])
except urllib.error.HTTPError as error:
    sys.exit(error.read().decode())
