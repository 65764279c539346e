"""All settings. Everything can be set by an environment variable; every default is safe.

docs/operations.md lists the variables. Without any, the service is the embedded one: SQLite in `var/`, a
Celery worker fed from the database, plain HTTP on this machine only.
"""

from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from canasta_site.databases import database
from canasta_site.environment import HIGHEST_PORT, WEB, Environment
from canasta_site.logs import logging_settings
from canasta_site.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

# --- Where the service lives -------------------------------------------------------------------------

VAR_DIR = Path(env.str("CANASTA_VAR", default="") or BASE_DIR / "var").resolve()
CANASTA_URL = env.address("CANASTA_URL", "https://canasta.example", WEB, "http://127.0.0.1:8000").rstrip("/")
HTTPS = CANASTA_URL.startswith("https://")
DEBUG = env.switch("CANASTA_DEBUG", default=False)
SECRET_KEY = secret_key(env.str("CANASTA_SECRET_KEY", default=""), VAR_DIR)
SECRET_KEY_FALLBACKS = env.listed("CANASTA_SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = [
    "127.0.0.1",
    "localhost",
    "[::1]",
    urlsplit(CANASTA_URL).hostname or "localhost",
    *env.hosts("CANASTA_ALLOWED_HOSTS"),
]
CSRF_TRUSTED_ORIGINS = [
    CANASTA_URL,
    *env.addresses("CANASTA_TRUSTED_ORIGINS", "https://www.canasta.example", WEB),
]
# How many reverse proxies set X-Forwarded-For and X-Forwarded-Proto; 0: none, and the headers are ignored.
TRUSTED_PROXIES = env.number("CANASTA_TRUSTED_PROXIES", default=0)

# --- Apps ----------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "canasta_site.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.sitemaps",
    "django.forms",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "simple_history",
    "rules.apps.AutodiscoverRulesConfig",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "accounts",
    "webhooks",
    "ratings",
    "tournaments",
    "canasta_site",
]

MIDDLEWARE = [
    "canasta_site.requests.Requests",
    "csp.middleware.CSPMiddleware",
    "canasta_site.api.middleware.ApiAnswers",
    "django.middleware.security.SecurityMiddleware",
    "canasta_site.methods.PageMethods",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.IdleStaff",
    "accounts.middleware.AccountDuties",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
    "canasta_site.methods.MethodPage",
]

ROOT_URLCONF = "canasta_site.urls"
FORM_RENDERER = "canasta_site.forms.HouseRenderer"
WSGI_APPLICATION = "canasta_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "canasta_site.context.site",
            ],
        },
    },
]

# --- Database ------------------------------------------------------------------------------------------

DATABASES = {"default": database(env, VAR_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Work done later (canasta_site/celery.py) ----------------------------------------------------------

CELERY_BROKER_URL = env.address(
    "CELERY_BROKER_URL",
    "redis://127.0.0.1:6379/0",
    ("redis", "rediss", "redis+socket", "memory"),
    "memory://localhost/",
)
# Without a broker of its own the web process only writes rows; the worker's sweeper finds them.
EMBEDDED = CELERY_BROKER_URL.startswith("memory:")
SWEEP_SECONDS = env.seconds("CANASTA_SWEEP_SECONDS", default=0.15 if EMBEDDED else 5.0)

# --- Keeping ---------------------------------------------------------------------------------------------

# Sign-ins, old invitations, deliveries and mails in files are forgotten after so many days (tidying.py).
KEEP_DAYS = env.number("CANASTA_KEEP_DAYS", default=30, least=1)
KEEP_BACKUPS = env.number("CANASTA_KEEP_BACKUPS", default=14, least=1)
BACKUPS = Path(env.str("CANASTA_BACKUPS", default="") or VAR_DIR / "backups")

# --- Users ---------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = env.choice(
    "CANASTA_EMAIL_VERIFICATION", ("optional", "mandatory", "none"), default="optional"
)
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
# "invited": an account needs an invitation; "open": anybody can make one.
SIGN_UP = env.choice("CANASTA_SIGN_UP", ("invited", "open"), default="invited")
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_TOTP_ISSUER = "Canasta"
# A phone may be half a minute off.
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {"add_webauthn": "accounts.forms.SecurityKeyForm"}
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
# A hall shares one address: its evening must not lock it out. Wrong passwords are counted by axes.
ACCOUNT_RATE_LIMITS = {"login": "120/m/ip", "login_failed": "60/m/ip"}
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Canasta: "
ACCOUNT_EMAIL_NOTIFICATIONS = True
# No button for it: nothing is put back past the services.
SIMPLE_HISTORY_REVERT_DISABLED = True
REQUIRE_TWO_FACTOR = env.switch("CANASTA_REQUIRE_TWO_FACTOR", default=HTTPS)
# Referees and administrators are signed out after so long without a click; 0: never.
STAFF_IDLE_MINUTES = env.number("CANASTA_STAFF_IDLE_MINUTES", default=60)
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "accounts.lockout.login_of"
AXES_RESET_ON_SUCCESS = True
AXES_IPWARE_PROXY_COUNT = TRUSTED_PROXIES or None
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "accounts.lockout.locked_out"
EMAIL_BACKEND = env.imported(
    "CANASTA_EMAIL_BACKEND", default="django.core.mail.backends.filebased.EmailBackend"
)
EMAIL_FILE_PATH = VAR_DIR / "mail"
EMAIL_HOST = env.str("CANASTA_EMAIL_HOST", default="localhost")
EMAIL_PORT = env.number("CANASTA_EMAIL_PORT", default=25, least=1, most=HIGHEST_PORT)
EMAIL_HOST_USER = env.str("CANASTA_EMAIL_USER", default="")
EMAIL_HOST_PASSWORD = env.str("CANASTA_EMAIL_PASSWORD", default="")
# STARTTLS begins in the clear, mostly on port 587; SSL is encrypted from the first byte, mostly on port 465.
EMAIL_USE_TLS = env.switch("CANASTA_EMAIL_TLS", default=False)
EMAIL_USE_SSL = env.switch("CANASTA_EMAIL_SSL", default=False)
if EMAIL_USE_TLS and EMAIL_USE_SSL:
    raise ImproperlyConfigured("CANASTA_EMAIL_TLS and CANASTA_EMAIL_SSL: a mail server wants one of them")
# A mail server that takes a connection and says nothing must not hold up who sends.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.sender("CANASTA_EMAIL_FROM", default="canasta@localhost")

# --- Languages, time -----------------------------------------------------------------------------------

LANGUAGE_CODE = "cs"
LANGUAGES = [("cs", _("Czech")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["canasta_site.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone("CANASTA_TIME_ZONE", default="Europe/Prague")

# --- Ratings (docs/ratings.md) --------------------------------------------------------------------------

RATING_PROVISIONAL_GAMES = env.number("CANASTA_PROVISIONAL_GAMES", default=12)
RATING_ACTIVE_DAYS = env.number("CANASTA_ACTIVE_DAYS", default=180)
RATING_FEW_PARTNERS = env.number("CANASTA_FEW_PARTNERS", default=3)

# --- Static files --------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = EMBEDDED
# Browsers ask for source maps only while somebody debugs; compressing them took most of collectstatic's time.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["map", "png", "gz", "br", "woff", "woff2"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if EMBEDDED
        else "canasta_site.static_files.Storage"
    },
}
MEDIA_ROOT = VAR_DIR / "media"

# --- Security ------------------------------------------------------------------------------------------

SECURE_SSL_REDIRECT = HTTPS
# Asked by programs of this machine, past the proxy.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.switch("CANASTA_HSTS_SUBDOMAINS", default=False)
# Whether subdomains are included is the administrator's decision, not one to be warned of.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 12 * 3600
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
# A move log of 4 MB pasted into a form is up to three times as large when it is percent-encoded.
DATA_UPLOAD_MAX_MEMORY_SIZE = 13_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000

# --- API -----------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "canasta_site.api.negotiation.Negotiation",
    "DEFAULT_PARSER_CLASSES": ["canasta_site.api.parsers.BoundedJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["canasta_site.api.limits.VisitorLimit", "canasta_site.api.limits.UserLimit"],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.rate("CANASTA_RATE_ANON", default="1200/min"),
        "user": env.rate("CANASTA_RATE_USER", default="6000/min"),
    },
    "NUM_PROXIES": TRUSTED_PROXIES,
    "EXCEPTION_HANDLER": "canasta_site.errors.problem_details",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Webhooks go to public addresses only. Tests have a receiver on this machine; nothing else may set this.
WEBHOOKS_TO_LOOPBACK = False
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 # nosec B105 # the name of a model
REST_KNOX = {"TOKEN_TTL": timedelta(days=365), "TOKEN_PREFIX": "canasta_"}  # nosec B105 # how each begins
SPECTACULAR_SETTINGS = {
    "TITLE": "Canasta",
    "DESCRIPTION": "Tournaments, verified results and ratings.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "canasta_site.api.schema.complete",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
}

CACHE_URL = env.address("CANASTA_CACHE_URL", "redis://127.0.0.1:6379/1", ("redis", "rediss", "unix"))
REDIS = {"BACKEND": "canasta_site.cache.ForgetfulRedisCache", "LOCATION": CACHE_URL}
MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
NO_CACHE = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
# Made pages, each under the edition of what it shows, so that none is stale; 0 seconds: made each time.
PAGES_SECONDS = env.number("CANASTA_PAGES_KEPT", default=600)
PAGES = {
    "TIMEOUT": PAGES_SECONDS,
    "KEY_PREFIX": "pages",
    "OPTIONS": {} if CACHE_URL else {"MAX_ENTRIES": 1000},
}
CACHES = {
    "default": REDIS if CACHE_URL else MEMORY | {"LOCATION": "default"},
    "pages": (REDIS if CACHE_URL else MEMORY | {"LOCATION": "pages"}) | PAGES if PAGES_SECONDS else NO_CACHE,
}

# --- Logs, figures, faults (docs/operations.md) ----------------------------------------------------------

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING = logging_settings(
    env.choice("CANASTA_LOG_FORMAT", ("json", "plain"), default="plain" if EMBEDDED else "json"),
    env.choice("CANASTA_LOG_LEVEL", LEVELS, default="WARNING" if EMBEDDED else "INFO"),
)
SENTRY_DSN = env.address("CANASTA_SENTRY_DSN", "https://key@collector.example/1", WEB)
METRICS_TOKEN = env.str("CANASTA_METRICS_TOKEN", default="")
METRICS_NETWORKS = env.networks("CANASTA_METRICS_NETWORKS", default=["127.0.0.0/8", "::1/128"])
