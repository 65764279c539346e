.PHONY: run test
run test:
	python3 canasta.py $@
